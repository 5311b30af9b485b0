package org.packhouse.app.identity.user;

/** An application event, published in a transaction that may change permissions of users. */
public record GrantsChanged() {}
