package org.packhouse.app.review.pullrequest.owners;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.packhouse.app.review.pullrequest.owners.CodeOwnersFile.Owner;
import org.packhouse.app.storage.content.TreePath;

/** The owners of files as one reader sees them, for one page; not safe for several threads. */
public final class FileOwners {

  private final CodeOwnersFile file;
  private final Map<Owner, String> names;
  private final Set<Owner> own;
  private final MatchBudget budget = new MatchBudget();
  private final Map<TreePath, List<Owner>> known = new HashMap<>();

  /** Creates a reader's view, in which owners without a name appear as the file has them. */
  FileOwners(CodeOwnersFile file, Map<Owner, String> names, Set<Owner> own) {
    this.file = file;
    this.names = Map.copyOf(names);
    this.own = Set.copyOf(own);
  }

  public static FileOwners none() {
    return new FileOwners(CodeOwnersFile.NONE, Map.of(), Set.of());
  }

  /** Returns the names of a file's owners, the reader first. */
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

  /** Returns whether the reader, or a group of the reader, owns a file. */
  public boolean isOwnedByReader(TreePath path) {
    return mayOwnSome() && owners(path).stream().anyMatch(own::contains);
  }

  /** Returns whether the reader may own some file. */
  public boolean mayOwnSome() {
    return !own.isEmpty();
  }

  /** Returns whether owners are unknown because the rules are too many or too costly to match. */
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
