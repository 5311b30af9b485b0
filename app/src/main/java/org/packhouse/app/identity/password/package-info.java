/** Passwords: setting and verifying them, and the delays after wrong ones. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.password;
