/**
 * Turns a credential into a caller: passwords, tokens, keys and sessions, checked against
 * PostgreSQL in one statement a request, and Spring Security's filters for REST and pages.
 *
 * <p>One statement a request reads the credential, the stamps, and the versions of the project and
 * repository that the path names. A verified password is remembered for minutes under the user's
 * stamp. Tokens and keys are read each time, so that revoking one needs no counter.
 *
 * <p>{@code Authenticator} is the entry for transports, {@code CurrentCaller} for handlers. A
 * further kind of credential is a case of {@code Credential} that {@code Authenticator} serves.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.signin;
