package org.packhouse.app.storage.refs;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The refs of a repository at one version: heads, tags and whatever else is pushed; those of pull
 * requests apart, and without {@code refs/packhouse/*}.
 *
 * @param version the ref version that the refs were read at
 * @param headTarget the full name that HEAD points to, born or not
 * @param refs sorted by name as git sorts (bytes)
 * @param pullRequests {@code refs/pull-requests/*}, sorted likewise
 */
public record RefSnapshot(
    long version, String headTarget, List<Entry> refs, List<Entry> pullRequests) {

  /**
   * A ref.
   *
   * @param peeled what an annotated tag points to in the end; null if the ref is none
   */
  public record Entry(String name, ObjectId id, @Nullable ObjectId peeled) {

    /** What the ref points at, as 40 hexadecimal digits. */
    public String hash() {
      return id.name();
    }
  }

  /** The ref of that full name, unless it is a pull request's. */
  public Optional<Entry> find(String name) {
    return find(refs, name);
  }

  /** The ref of that full name, be it a pull request's. */
  public Optional<Entry> findAmongAll(String name) {
    return find(name.startsWith(RefNames.PULL_REQUESTS) ? pullRequests : refs, name);
  }

  private static Optional<Entry> find(List<Entry> sorted, String name) {
    int place = firstFrom(sorted, name);
    return place < sorted.size() && sorted.get(place).name().equals(name)
        ? Optional.of(sorted.get(place))
        : Optional.empty();
  }

  /**
   * The refs in a directory, without looking at others.
   *
   * @param directory ends with a slash, such as {@code refs/heads/}
   */
  public List<Entry> in(String directory) {
    String behind = directory.substring(0, directory.length() - 1) + (char) ('/' + 1);
    return refs.subList(firstFrom(directory), firstFrom(behind));
  }

  /** Where the refs are in the end: annotated tags at what they point to. */
  public Set<ObjectId> tips() {
    return refs.stream()
        .map(ref -> ref.peeled() == null ? ref.id() : ref.peeled())
        .collect(Collectors.toSet());
  }

  /** The place of the first ref whose name is that one, or comes after it. */
  public int firstFrom(String name) {
    return firstFrom(refs, name);
  }

  /** The same in any entries that are sorted by name. */
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

  /** Whether HEAD and every ref but those of pull requests are the same, whatever the versions. */
  boolean hasSameRefs(RefSnapshot other) {
    return headTarget.equals(other.headTarget) && refs.equals(other.refs);
  }

  /** What HEAD resolves to; empty while its branch is unborn. */
  public Optional<Entry> head() {
    return find(headTarget);
  }
}
