package org.packhouse.app.identity.avatar;

/** Whom a picture stands for, by row id. */
public sealed interface AvatarOwner {

  /** The row's id. */
  long id();

  /** A user. */
  record OfUser(long id) implements AvatarOwner {}

  /** A project. */
  record OfProject(long id) implements AvatarOwner {}
}
