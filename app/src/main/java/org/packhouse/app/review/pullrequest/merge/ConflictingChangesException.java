package org.packhouse.app.review.pullrequest.merge;

import java.util.List;

/** A change does not fit a branch, whose own changes are of the same lines. */
public final class ConflictingChangesException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> files;

  ConflictingChangesException(List<String> files) {
    super("The changes conflict in %d files.".formatted(files.size()));
    this.files = List.copyOf(files);
  }

  /** Paths of the files that conflict. */
  public List<String> files() {
    return files;
  }
}
