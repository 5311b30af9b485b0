package org.packhouse.hooks;

import java.util.Arrays;
import java.util.Optional;

/** A restriction of what may happen to the refs that it holds for, but for those who are exempt. */
public enum RefRestriction {
  /** Nothing may happen to the ref. */
  READ_ONLY("read-only", "nobody who is not exempt may change it."),
  /** The ref may not be deleted. */
  NO_DELETES("no-deletes", "it may not be deleted."),
  /** What the ref has reached it goes on to reach. */
  FAST_FORWARD_ONLY(
      "fast-forward-only",
      "its history may not be rewritten. Fetch it, and merge it or rebase onto it."),
  /** The ref moves by merges of pull requests alone. */
  PULL_REQUEST_ONLY(
      "pull-request-only",
      "it changes by pull requests alone. Push to another branch and open one."),
  /** Such refs may not be made. */
  NO_CREATES("no-creates", "such branches and tags may not be created.");

  private final String id;
  private final String sentence;

  RefRestriction(String id, String sentence) {
    this.id = id;
    this.sentence = sentence;
  }

  /** The name on the wire and in the database. */
  public String id() {
    return id;
  }

  /** What it means, for whoever was refused; goes on after a colon. */
  public String sentence() {
    return sentence;
  }

  /** The restriction of that name. */
  public static Optional<RefRestriction> of(String id) {
    return Arrays.stream(values()).filter(it -> it.id.equals(id)).findFirst();
  }

  /**
   * Whether it forbids a change, whatever the objects are. Whether a move is a fast-forward must be
   * looked at apart: {@link #FAST_FORWARD_ONLY} forbids nothing here.
   */
  public boolean forbids(RefChange.Kind kind, RefCause cause) {
    return switch (this) {
      case READ_ONLY -> true;
      case NO_DELETES -> kind == RefChange.Kind.DELETE;
      case FAST_FORWARD_ONLY -> false;
      case PULL_REQUEST_ONLY -> kind == RefChange.Kind.UPDATE && cause != RefCause.MERGE;
      case NO_CREATES -> kind == RefChange.Kind.ADD;
    };
  }
}
