package org.packhouse.app.review.pullrequest.merge;

import java.util.List;

/** A change that conflicts with the branch that it is applied to. */
public final class ConflictingChangesException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> files;

  ConflictingChangesException(List<String> files) {
    super("The changes conflict in %d files.".formatted(files.size()));
    this.files = List.copyOf(files);
  }

  public List<String> files() {
    return files;
  }
}
