/** Hook scripts: programs of system administrators that run before or after pushes. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.hookscript;
