/**
 * Browser sessions, remembered sign-ins, and the audit events of signing in. Every way to sign in
 * to pages ends at {@code UserSessions}, which begins and ends sessions. It must not depend on
 * {@code identity.signin}, which decides whom a credential belongs to.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.session;
