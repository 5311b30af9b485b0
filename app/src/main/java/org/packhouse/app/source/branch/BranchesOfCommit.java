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

/** Finds the branches that have a commit, looking at each commit above it once. */
@Component
class BranchesOfCommit {

  private final Revisions revisions;

  BranchesOfCommit(Revisions revisions) {
    this.revisions = revisions;
  }

  /**
   * The branches that reach a commit, by name.
   *
   * @param commit its id, or a branch or tag that names it
   * @throws org.packhouse.app.platform.rest.RestException 404 if no branch or tag reaches one of
   *     that id
   */
  List<RefSnapshot.Entry> find(Repository repository, OpenRepository open, String commit)
      throws IOException {
    ObjectId wanted =
        revisions
            .resolve(open, commit)
            .map(revision -> ObjectId.fromString(revision.commit()))
            .orElseThrow(() -> StartPoints.noSuchCommit(repository, commit));
    List<RefSnapshot.Entry> found = new ArrayList<>();
    try (ObjectReader reader = open.newObjectReader()) {
      Search search = new Search(new History(reader), wanted);
      for (RefSnapshot.Entry branch : open.refs().in(RefKind.BRANCH.folder())) {
        if (search.reaches(branch.id())) {
          found.add(branch);
        }
      }
    }
    return found;
  }

  /**
   * A search for the refs that reach one commit. What has a lower generation than it does not, and
   * is not looked at.
   */
  static final class Search {

    private enum Answer {
      YES,
      NO
    }

    private final History history;
    private final int wanted;
    private final Map<Integer, Answer> answers = new HashMap<>();

    Search(History history, ObjectId wanted) throws IOException {
      this.history = history;
      this.wanted = history.number(wanted);
      answers.put(this.wanted, Answer.YES);
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
        if (answers.containsKey(top) || decide(top, open)) {
          open.pop();
        }
      }
      return answers.get(tip) == Answer.YES;
    }

    /** Whether the answer is known now; otherwise a parent has been opened. */
    private boolean decide(Integer commit, Deque<Integer> open) {
      if (history.generation(commit) <= history.generation(wanted)) {
        answers.put(commit, Answer.NO);
        return true;
      }
      Integer unknown = null;
      for (int parent : history.parents(commit)) {
        Answer answer = answers.get(parent);
        if (answer == Answer.YES) {
          answers.put(commit, Answer.YES);
          return true;
        }
        unknown = answer == null ? Integer.valueOf(parent) : unknown;
      }
      if (unknown == null) {
        answers.put(commit, Answer.NO);
        return true;
      }
      open.push(unknown);
      return false;
    }
  }
}
