package org.packhouse.app.source.branch;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.storage.commitgraph.CommitGraph;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevWalk;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.hooks.HistoryWalk;
import org.packhouse.hooks.Ident;

/** Sorts refs by the date of their commit or tag object. */
final class RefDates {

  private final CommitGraph graph;
  private final RevWalk walk;

  private RefDates(CommitGraph graph, RevWalk walk) {
    this.graph = graph;
    this.walk = walk;
  }

  private record Dated(RefSnapshot.Entry ref, long seconds) {}

  static List<RefSnapshot.Entry> latestFirst(Repository git, List<RefSnapshot.Entry> refs)
      throws IOException {
    try (ObjectReader reader = git.newObjectReader();
        HistoryWalk walk = new HistoryWalk(reader)) {
      RefDates dates = new RefDates(reader.getCommitGraph().orElse(CommitGraph.EMPTY), walk);
      Dated[] dated = new Dated[refs.size()];
      for (int i = 0; i < dated.length; i++) {
        dated[i] = new Dated(refs.get(i), dates.of(refs.get(i).id()));
      }
      Arrays.sort(dated, Comparator.comparingLong(Dated::seconds).reversed());
      return Arrays.stream(dated).map(Dated::ref).toList();
    }
  }

  private long of(ObjectId id) throws IOException {
    int place = graph.findGraphPosition(id);
    if (place >= 0) {
      return graph.getCommitData(place).getCommitTime();
    }
    try {
      return of(walk.parseAny(id));
    } catch (MissingObjectException e) {
      // The object is missing: the ref sorts last.
      return 0;
    }
  }

  private long of(RevObject object) throws IOException {
    return switch (object) {
      case RevCommit commit -> {
        walk.parseBody(commit);
        long seconds = Ident.committer(commit).when().getEpochSecond();
        commit.disposeBody();
        yield seconds;
      }
      case RevTag tag -> {
        walk.parseBody(tag);
        Ident tagger = Ident.tagger(tag);
        tag.disposeBody();
        yield tagger.equals(Ident.NOBODY)
            ? of(walk.parseAny(tag.getObject()))
            : tagger.when().getEpochSecond();
      }
      default -> 0;
    };
  }
}
