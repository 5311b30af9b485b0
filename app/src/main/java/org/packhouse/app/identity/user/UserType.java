package org.packhouse.app.identity.user;

/**
 * The kind of an account: who or what stands behind it. The names are those of the REST dialect.
 */
public enum UserType {
  /** A person. */
  NORMAL,
  /** A program: cannot log in to pages. */
  SERVICE
}
