package org.packhouse.app.upkeep.imports.transfer;

/** A reason for which an import can fail. */
public enum ImportProblem {
  /** The address is none that may be imported from. */
  ADDRESS_REFUSED,
  /** No host of that name is known. */
  HOST_UNKNOWN,
  /** The other server cannot be reached, or broke off. */
  UNREACHABLE,
  /** The other server's certificate is not to be trusted. */
  CERTIFICATE,
  /** Credentials are needed, or those given were not accepted. */
  AUTHENTICATION,
  /** The other server knows no such repository. */
  NOT_FOUND,
  /** There is something, but no Git repository. */
  NOT_A_REPOSITORY,
  /** The other server leads to another address. */
  REDIRECTED,
  /** The other server failed in some other way. */
  REMOTE_FAILED,
  /** The objects have names other than SHA-1, or refs are stored in a way that is not supported. */
  FORMAT,
  /** Objects do not pass the check that pushes pass. */
  BROKEN,
  /** Something that the refs need is not there. */
  INCOMPLETE,
  /** It is larger than the limit. */
  TOO_LARGE,
  /** It is larger than the repository may be. */
  QUOTA,
  /** The disk of this server is almost full. */
  DISK_FULL,
  /** It took too long. */
  TIMEOUT,
  /** The place is taken, or the project or name is none. */
  PLACE,
  /** This server was stopped before it was done. */
  STOPPED,
  /** This server failed; its log says how. */
  INTERNAL
}
