package org.packhouse.app.source.branch;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.springframework.stereotype.Component;

/** Finds the branches that contain a commit, visiting each commit once for all branches. */
@Component
public class BranchesOfCommit {

  private final Revisions revisions;

  BranchesOfCommit(Revisions revisions) {
    this.revisions = revisions;
  }

  /** Returns the branches that reach a commit, by name; {@code commit} may be a ref, too. */
  public List<RefSnapshot.Entry> find(Repository repository, OpenRepository open, String commit)
      throws IOException {
    ObjectId wanted =
        revisions
            .resolve(open, commit)
            .map(revision -> ObjectId.fromString(revision.commit()))
            .orElseThrow(() -> StartPoints.noSuchCommit(repository, commit));
    List<RefSnapshot.Entry> found = new ArrayList<>();
    try (ObjectReader reader = open.newObjectReader()) {
      Search search = new Search(new History(reader), wanted);
      for (RefSnapshot.Entry branch : open.refs().in(RefKind.BRANCH.directory())) {
        if (search.reaches(branch.id())) {
          found.add(branch);
        }
      }
    }
    return found;
  }

  /** Decides which refs reach a commit; commits of a lower generation cannot, and are skipped. */
  static final class Search {

    private enum Verdict {
      YES,
      NO
    }

    private final History history;
    private final int wanted;
    private final Map<Integer, Verdict> verdicts = new HashMap<>();

    Search(History history, ObjectId wanted) throws IOException {
      this.history = history;
      this.wanted = history.number(wanted);
      verdicts.put(this.wanted, Verdict.YES);
    }

    boolean reaches(ObjectId tip) throws IOException {
      try {
        return reaches(history.number(tip));
      } catch (IncorrectObjectTypeException | MissingObjectException e) {
        return false;
      }
    }

    private boolean reaches(int tip) {
      Deque<Integer> open = new ArrayDeque<>();
      open.push(tip);
      while (!open.isEmpty()) {
        Integer top = open.getFirst();
        if (verdicts.containsKey(top) || decide(top, open)) {
          open.pop();
        }
      }
      return verdicts.get(tip) == Verdict.YES;
    }

    private boolean decide(Integer commit, Deque<Integer> open) {
      if (history.generation(commit) <= history.generation(wanted)) {
        verdicts.put(commit, Verdict.NO);
        return true;
      }
      Integer unknown = null;
      for (int parent : history.parents(commit)) {
        Verdict verdict = verdicts.get(parent);
        if (verdict == Verdict.YES) {
          verdicts.put(commit, Verdict.YES);
          return true;
        }
        unknown = verdict == null ? Integer.valueOf(parent) : unknown;
      }
      if (unknown == null) {
        verdicts.put(commit, Verdict.NO);
        return true;
      }
      open.push(unknown);
      return false;
    }
  }
}
