package org.packhouse.hooks;

import java.util.Arrays;
import java.util.Optional;

/** A restriction of ref changes, except for exempt users. */
public enum RefRestriction {
  READ_ONLY("read-only", "nobody who is not exempt may change it."),
  NO_DELETES("no-deletes", "it may not be deleted."),
  FAST_FORWARD_ONLY(
      "fast-forward-only",
      "its history may not be rewritten. Fetch it, and merge it or rebase onto it."),
  /** Only merges of pull requests move the ref. */
  PULL_REQUEST_ONLY(
      "pull-request-only",
      "it changes by pull requests alone. Push to another branch and open one."),
  NO_CREATES("no-creates", "such branches and tags may not be created.");

  private final String id;
  private final String sentence;

  RefRestriction(String id, String sentence) {
    this.id = id;
    this.sentence = sentence;
  }

  /** Returns the name in REST and in the database. */
  public String id() {
    return id;
  }

  /** Returns the meaning for a refused user, to follow a colon. */
  public String sentence() {
    return sentence;
  }

  public static Optional<RefRestriction> of(String id) {
    return Arrays.stream(values()).filter(it -> it.id.equals(id)).findFirst();
  }

  /** Returns false for {@link #FAST_FORWARD_ONLY}, which needs the objects. */
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
