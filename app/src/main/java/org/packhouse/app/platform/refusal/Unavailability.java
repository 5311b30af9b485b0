package org.packhouse.app.platform.refusal;

/** A failure of the object store or of refs that its caller may be told. */
public interface Unavailability {

  enum Cause {
    DISK_FULL,
    /** It is not known yet whether the request was carried out. */
    UNDECIDED
  }

  Cause unavailable();

  String sentence();
}
