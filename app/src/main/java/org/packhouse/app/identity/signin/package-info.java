/**
 * Turns a credential into a caller: passwords, tokens, keys and sessions, checked against
 * PostgreSQL in one statement a request, and Spring Security's filters for REST and pages.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.signin;
