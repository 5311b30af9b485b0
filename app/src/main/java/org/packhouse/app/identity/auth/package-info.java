/** Credentials: passwords, tokens, keys, sessions, and the one-statement freshness check. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.auth;
