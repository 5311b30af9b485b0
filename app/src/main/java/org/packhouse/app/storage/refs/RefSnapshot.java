package org.packhouse.app.storage.refs;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The refs of a repository at one version, without {@code refs/packhouse/*}.
 *
 * @param headTarget the full name that HEAD points to, born or not
 * @param refs all but those of pull requests, in git's order (bytes)
 * @param pullRequests {@code refs/pull-requests/*}, in the same order
 */
public record RefSnapshot(
    long version, String headTarget, List<Entry> refs, List<Entry> pullRequests) {

  /** A ref; {@code peeled} is the object that an annotated tag finally points to. */
  public record Entry(String name, ObjectId id, @Nullable ObjectId peeled) {

    public String hash() {
      return id.name();
    }
  }

  /** Finds a ref by full name, except those of pull requests. */
  public Optional<Entry> find(String name) {
    return find(refs, name);
  }

  /** Finds a ref by full name, including those of pull requests. */
  public Optional<Entry> findAmongAll(String name) {
    return find(name.startsWith(RefNames.PULL_REQUESTS) ? pullRequests : refs, name);
  }

  private static Optional<Entry> find(List<Entry> sorted, String name) {
    int place = firstFrom(sorted, name);
    return place < sorted.size() && sorted.get(place).name().equals(name)
        ? Optional.of(sorted.get(place))
        : Optional.empty();
  }

  /** Returns the refs in a directory, such as {@code refs/heads/}, by binary search. */
  public List<Entry> in(String directory) {
    String behind = directory.substring(0, directory.length() - 1) + (char) ('/' + 1);
    return refs.subList(firstFrom(directory), firstFrom(behind));
  }

  /** Returns the peeled values of all refs. */
  public Set<ObjectId> tips() {
    return refs.stream()
        .map(ref -> ref.peeled() == null ? ref.id() : ref.peeled())
        .collect(Collectors.toSet());
  }

  /** Returns the index of the first ref not less than the name. */
  public int firstFrom(String name) {
    return firstFrom(refs, name);
  }

  static int firstFrom(List<Entry> sorted, String name) {
    int low = 0;
    int high = sorted.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (RefNameOrder.BY_BYTES.compare(sorted.get(middle).name(), name) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Compares HEAD and all refs except those of pull requests, ignoring the version. */
  boolean hasSameRefs(RefSnapshot other) {
    return headTarget.equals(other.headTarget) && refs.equals(other.refs);
  }

  /** Returns the branch that HEAD points to; empty while it is unborn. */
  public Optional<Entry> head() {
    return find(headTarget);
  }
}
