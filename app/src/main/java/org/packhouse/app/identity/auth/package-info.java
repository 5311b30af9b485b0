/**
 * Credentials: passwords, tokens, keys, sessions, the one-statement freshness check, and accounts
 * as REST administers them.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.auth;
