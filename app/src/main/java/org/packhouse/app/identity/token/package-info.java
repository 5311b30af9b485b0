/**
 * HTTP access tokens of users, projects and repositories: making, listing and revoking them, and
 * what each may do.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.token;
