package org.packhouse.app.identity.user;

/** What stands behind an account. The names are those of the REST dialect. */
public enum UserType {
  /** A person. */
  NORMAL,
  /** A program: cannot log in to pages. */
  SERVICE
}
