package org.packhouse.app.source.merge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.Repository;

/**
 * Merges trees with a given base. Git finds the base of a merge by itself, so each merge is one of
 * two temporary commits whose only common ancestor has the tree of that base.
 */
final class Scaffold {

  private final MergeTree trees;
  private final MergePlace place;
  private final ObjectInserter loose;
  private final Set<ObjectId> commits = new HashSet<>();

  Scaffold(MergeTree trees, MergePlace place, ObjectInserter loose) {
    this.trees = trees;
    this.place = place;
    this.loose = loose;
  }

  /**
   * Applies the changes of {@code theirs} to {@code ours}; all are trees.
   *
   * @throws org.packhouse.app.storage.process.GitFailedException if git refuses to try
   */
  MergeTree.Merged merge(ObjectId base, ObjectId ours, ObjectId theirs) throws IOException {
    try (Repository repository = place.quarantine().open()) {
      Optional<ObjectId> merged = DisjointMerge.ofTrees(repository, base, ours, theirs);
      if (merged.isPresent()) {
        return new MergeTree.Merged(merged.get(), List.of());
      }
    }
    ObjectId root = commit(base, List.of());
    ObjectId one = commit(ours, List.of(root));
    ObjectId other = commit(theirs, List.of(root));
    loose.flush();
    return trees.mergeByGit(place, one, other);
  }

  Set<ObjectId> commits() {
    return Set.copyOf(commits);
  }

  private ObjectId commit(ObjectId tree, List<ObjectId> parents) throws IOException {
    StringBuilder text = new StringBuilder("tree " + tree.name() + "\n");
    parents.forEach(parent -> text.append("parent ").append(parent.name()).append('\n'));
    String nobody = "Scaffold <scaffold@localhost> 0 +0000";
    text.append("author %s\ncommitter %s\n\nscaffold\n".formatted(nobody, nobody));
    ObjectId id =
        loose.insert(Constants.OBJ_COMMIT, text.toString().getBytes(StandardCharsets.UTF_8));
    commits.add(id);
    return id;
  }
}
