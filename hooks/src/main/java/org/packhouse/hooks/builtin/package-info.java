/** Checks that come with the server and can be switched on for projects and repositories. */
@org.jspecify.annotations.NullMarked
package org.packhouse.hooks.builtin;
