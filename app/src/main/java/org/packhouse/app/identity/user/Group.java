package org.packhouse.app.identity.user;

/** A group as it was read; its name is unique in any case. */
public record Group(long id, String name) {}
