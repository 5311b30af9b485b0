package org.packhouse.app.source.commit;

import java.io.IOException;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.filter.RevFilter;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/** Finds merge bases. */
@Component
public class MergeBases {

  private final CommitMessageSettings messages;

  MergeBases(CommitMessageSettings messages) {
    this.messages = messages;
  }

  /** Returns a best common ancestor; empty if the histories are unrelated. */
  public Optional<Commit> find(OpenRepository repository, String one, String other)
      throws IOException {
    try (HistoryWalk walk = repository.newHistoryWalk()) {
      walk.setRevFilter(RevFilter.MERGE_BASE);
      walk.markStart(walk.parseCommit(ObjectId.fromString(one)));
      walk.markStart(walk.parseCommit(ObjectId.fromString(other)));
      RevCommit base = walk.next();
      if (base == null) {
        return Optional.empty();
      }
      try (HistoryWalk bodies = repository.newHistoryWalk()) {
        return Optional.of(Commit.of(bodies, bodies.parseCommit(base), messages));
      }
    }
  }
}
