package org.packhouse.app.identity.user;

/**
 * A group of users, as it was when it was read.
 *
 * @param name unique without regard to case
 */
public record Group(long id, String name) {}
