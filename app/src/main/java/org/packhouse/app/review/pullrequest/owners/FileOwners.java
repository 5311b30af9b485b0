package org.packhouse.app.review.pullrequest.owners;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.packhouse.app.review.pullrequest.owners.CodeOwnersFile.Owner;
import org.packhouse.app.storage.content.TreePath;

/** The owners of files as one reader sees them, for one page; not for several threads. */
public final class FileOwners {

  private final CodeOwnersFile file;
  private final Map<Owner, String> names;
  private final Set<Owner> own;
  private final MatchBudget budget = new MatchBudget();
  private final Map<TreePath, List<Owner>> known = new HashMap<>();

  /**
   * Makes them.
   *
   * @param names of those that are called otherwise than the file has it
   * @param own the reader, and the groups that the reader is in
   */
  FileOwners(CodeOwnersFile file, Map<Owner, String> names, Set<Owner> own) {
    this.file = file;
    this.names = Map.copyOf(names);
    this.own = Set.copyOf(own);
  }

  /** The owners of nothing. */
  public static FileOwners none() {
    return new FileOwners(CodeOwnersFile.NONE, Map.of(), Set.of());
  }

  /** What the owners of a file are called, the reader before all others. */
  public List<String> of(TreePath path) {
    List<String> called = new ArrayList<>();
    for (Owner owner : owners(path)) {
      String name = names.getOrDefault(owner, owner.written());
      if (!called.contains(name)) {
        called.add(isReader(owner) ? 0 : called.size(), name);
      }
    }
    return called;
  }

  /** Whether a file is the reader's, or of a group that the reader is in. */
  public boolean isReaders(TreePath path) {
    return mayBeReaders() && owners(path).stream().anyMatch(own::contains);
  }

  /** Whether some file may be the reader's. */
  public boolean mayBeReaders() {
    return !own.isEmpty();
  }

  /**
   * Whether owners are not told of, for their file is too large or takes too long to go through.
   */
  public boolean isBeyondLimits() {
    return file.isTooLarge() || budget.isSpent();
  }

  private boolean isReader(Owner owner) {
    return owner.kind() != CodeOwnersFile.Kind.GROUP && own.contains(owner);
  }

  private List<Owner> owners(TreePath path) {
    return known.computeIfAbsent(path, it -> file.of(it.display(), budget));
  }
}
