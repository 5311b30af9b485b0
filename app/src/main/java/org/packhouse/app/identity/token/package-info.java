/**
 * HTTP access tokens of users, projects and repositories. {@code AccessTokens} is the entry: it
 * creates, lists, changes and revokes them. {@code StoredToken}, which authentication reads, says
 * what a token may do.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.token;
