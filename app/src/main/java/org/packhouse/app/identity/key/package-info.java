/**
 * SSH and GPG keys of users, access keys of projects and repositories, and the verification of
 * signatures by them.
 *
 * <p>Signatures are looked up by the keys of users each time and never stored, so removing a key
 * voids what it signed. A GPG key is accepted only if it vouches for one of its user ids, and of
 * its sub-keys those that it has signed.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.key;
