package org.packhouse.app.identity.avatar;

/**
 * An application event, published inside the transaction that removes whom a picture stands for.
 */
public record AvatarOwnerDeleted(AvatarOwner owner) {}
