/** Files and directories at a revision: blame, archives, submodules, last changes. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.browse;
