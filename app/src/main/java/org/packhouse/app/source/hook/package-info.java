/** Hooks: the checks that come with the server, switched on for projects and repositories. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.hook;
