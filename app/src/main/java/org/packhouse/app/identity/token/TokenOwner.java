package org.packhouse.app.identity.token;

/** The owner of a token, as which it acts. */
public sealed interface TokenOwner {

  long id();

  record OfUser(long id) implements TokenOwner {}

  record OfProject(long id) implements TokenOwner {}

  record OfRepository(long id) implements TokenOwner {}
}
