/**
 * Browser sessions: the signed-in user that a session remembers, the stamp that ends all sessions
 * of a user, remembered sign-ins, and the audit trail of signing in.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.session;
