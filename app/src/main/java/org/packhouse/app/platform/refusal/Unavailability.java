package org.packhouse.app.platform.refusal;

/**
 * A failure of input or output that its caller may be told; exceptions of the object store and of
 * refs implement it.
 */
public interface Unavailability {

  enum Cause {
    DISK_FULL,
    /** It is not known yet whether the request was carried out. */
    UNDECIDED
  }

  Cause unavailable();

  String sentence();
}
