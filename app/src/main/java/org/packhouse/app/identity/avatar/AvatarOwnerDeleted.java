package org.packhouse.app.identity.avatar;

/** An application event, published in the transaction that removes the owner of an avatar. */
public record AvatarOwnerDeleted(AvatarOwner owner) {}
