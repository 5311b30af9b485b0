package org.packhouse.app.networks.fork;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.PersonIdent;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.objects.Quarantines;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Component;

/** Merges the origin's branch into the fork's, as native git merges, in a quarantine. */
@Component
class UpstreamMerge {

  private final Quarantines quarantines;
  private final BranchRewrite rewrite;

  UpstreamMerge(Quarantines quarantines, BranchRewrite rewrite) {
    this.quarantines = quarantines;
    this.rewrite = rewrite;
  }

  /**
   * Who merges or rebases, and what a merge commit is to say.
   *
   * @param person author of a merge commit, committer of every commit
   */
  record By(Actor actor, PersonIdent person, String message) {}

  /**
   * Merges {@code theirs} into the branch, which is at {@code mine}.
   *
   * @return the merge commit, where the branch is now
   * @throws RestException 409 if git cannot merge them, or the branch has moved
   */
  ObjectId merge(Repository fork, String branch, ObjectId mine, ObjectId theirs, By by)
      throws IOException {
    try (Quarantine quarantine = quarantines.create(fork.id())) {
      ObjectId tree =
          rewrite
              .mergeTree(fork, quarantine, mine, theirs)
              .orElseThrow(() ->
                  BranchRewrite.conflict(
                      "The branch %s cannot be merged: both sides have changed the same lines."
                          .formatted(branch)));
      ObjectId commit = write(quarantine, tree, List.of(mine, theirs), by);
      rewrite.move(fork, new RefChange(branch, mine, commit), quarantine, by.actor());
      return commit;
    }
  }

  private static ObjectId write(Quarantine quarantine, ObjectId tree, List<ObjectId> parents, By by)
      throws IOException {
    try (org.eclipse.jgit.lib.Repository repository = quarantine.open();
        ObjectReader reader = repository.newObjectReader();
        ObjectInserter pack =
            ((ObjectDirectory) repository.getObjectDatabase()).newPackInserter()) {
      BranchRewrite.pack(quarantine, reader, pack, Set.of());
      CommitBuilder commit = new CommitBuilder();
      commit.setTreeId(tree);
      commit.setParentIds(parents);
      commit.setAuthor(by.person());
      commit.setCommitter(by.person());
      commit.setMessage(by.message());
      ObjectId id = pack.insert(commit);
      pack.flush();
      return id;
    }
  }
}
