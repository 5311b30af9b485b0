/** Files and directories at a revision, with their authors and their archives. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.browse;
