package org.packhouse.app.identity.token;

/** The owner of a token: it acts as the user, or as the project or repository itself. */
public sealed interface TokenOwner {

  /** The row id. */
  long id();

  /** A user. */
  record OfUser(long id) implements TokenOwner {}

  /** A project. */
  record OfProject(long id) implements TokenOwner {}

  /** A repository. */
  record OfRepository(long id) implements TokenOwner {}
}
