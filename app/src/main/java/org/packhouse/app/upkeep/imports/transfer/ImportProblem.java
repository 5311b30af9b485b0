package org.packhouse.app.upkeep.imports.transfer;

/** The reason why an import failed. */
public enum ImportProblem {
  ADDRESS_REFUSED,
  HOST_UNKNOWN,
  UNREACHABLE,
  /** The certificate is not trusted. */
  CERTIFICATE,
  AUTHENTICATION,
  NOT_FOUND,
  NOT_A_REPOSITORY,
  /** The other server redirects, which is not followed. */
  REDIRECTED,
  REMOTE_FAILED,
  /** The object format is not SHA-1, or the ref format is not supported. */
  FORMAT,
  /** Objects do not pass the check of pushes. */
  BROKEN,
  /** Objects are missing. */
  INCOMPLETE,
  TOO_LARGE,
  /** The quota of the repository is exceeded. */
  QUOTA,
  DISK_FULL,
  TIMEOUT,
  /** The name is taken or invalid, or the project does not exist. */
  PLACE,
  /** The server was stopped during the import. */
  STOPPED,
  INTERNAL
}
