package org.packhouse.app.identity.user;

/** The kind of an account, by the names of the REST dialect. */
public enum UserType {
  NORMAL,
  /** A program, which cannot use pages. */
  SERVICE
}
