package org.packhouse.app.identity.user;

/**
 * An application event, published inside the transaction of a change of memberships or accounts
 * that may change what somebody is permitted.
 */
public record GrantsChanged() {}
