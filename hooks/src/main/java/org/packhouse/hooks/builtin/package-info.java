/** Hooks that come with the server, enabled per project or repository. */
@org.jspecify.annotations.NullMarked
package org.packhouse.hooks.builtin;
