package org.packhouse.lab.git;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The refs that a server told.
 *
 * @param head the branch that {@code HEAD} points at; empty if it is not told
 */
public record Refs(List<Ref> all, String head) {

  private static final String PEELED = "^{}";

  /** What {@code git clone} wants of them: all branches and tags. */
  public List<String> wantsOfClone() {
    return branchesAndTags().map(Ref::id).toList();
  }

  /** Where {@code HEAD} is. */
  public Optional<String> tip() {
    return id("HEAD");
  }

  /** Where that ref is. */
  public Optional<String> id(String name) {
    return all.stream().filter(it -> it.name().equals(name)).map(Ref::id).findFirst();
  }

  private Stream<Ref> branchesAndTags() {
    return all.stream()
        .filter(it -> it.name().startsWith("refs/heads/") || it.name().startsWith("refs/tags/"))
        .filter(it -> !it.name().endsWith(PEELED));
  }
}
