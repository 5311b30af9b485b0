package org.packhouse.app.identity.avatar;

/** The owner of an avatar. */
public sealed interface AvatarOwner {

  long id();

  record OfUser(long id) implements AvatarOwner {}

  record OfProject(long id) implements AvatarOwner {}
}
