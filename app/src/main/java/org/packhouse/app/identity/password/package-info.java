/**
 * Passwords: setting and verifying them, and the delays after wrong ones.
 *
 * <p>Failed logins are counted for all nodes before the password is looked at, by name and by
 * address; from an address where the user has shown the right password before, by both together.
 * Hashes are computed on half the processors at most, with a bounded queue.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.password;
