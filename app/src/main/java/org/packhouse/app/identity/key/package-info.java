/**
 * SSH and GPG keys of users, access keys of projects and repositories, and the verification of
 * signatures by them.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.key;
