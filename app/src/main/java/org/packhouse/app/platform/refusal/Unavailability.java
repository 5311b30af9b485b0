package org.packhouse.app.platform.refusal;

/**
 * A failure of input or output that its caller is told of in a sentence: exceptions of the object
 * store and of refs implement it.
 */
public interface Unavailability {

  /** Part of the server that has failed. */
  enum Cause {
    /** There is no room on the disk. */
    DISK_FULL,
    /** It is not known yet whether what was asked for was done. */
    UNDECIDED
  }

  Cause unavailable();

  /** Returns the sentence for a person. */
  String sentence();
}
