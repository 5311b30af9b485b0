package org.packhouse.app.source.search;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.source.search.SearchRows.FileText;
import org.packhouse.app.source.search.SearchRows.State;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.cluster.Leases.Lease;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/**
 * Updates the index of a default branch to its tip: compares the indexed tree with the tip's, and
 * adds the commits between. Each portion is stored by itself: the next run resumes one that ended
 * early.
 */
@Component
class SearchIndex {

  private static final int PORTION = 200;
  private static final long PORTION_BYTES = 1L << 20;
  private static final int MAX_DEPTH = 200;

  /** Bytes of a file that is found: larger ones are generated, as a rule, and nobody reads them. */
  static final int MAX_FILE_SIZE = 256 << 10;

  /** Files of a repository that are found: several times what most projects have. */
  private static final int MAX_FILES = 50_000;

  /** Bytes of indexed text of a repository, of which the index takes 1.1 times in the database. */
  private static final long MAX_REPOSITORY_SIZE = 64L << 20;

  private static final Duration TERM = Duration.ofMinutes(5);

  private final Repositories repositories;
  private final OpenRepositories openings;
  private final SearchRows rows;
  private final CommitTexts commits;

  SearchIndex(
      Repositories repositories, OpenRepositories openings, SearchRows rows, CommitTexts commits) {
    this.repositories = repositories;
    this.openings = openings;
    this.rows = rows;
    this.commits = commits;
  }

  /** Indexes a repository; false if {@code mayGoOn} ended the run between two portions. */
  boolean bring(Lease lease, long repositoryId, BooleanSupplier mayGoOn) throws IOException {
    Optional<State> state = rows.state(repositoryId);
    if (state.isEmpty()) {
      return true;
    }
    Repository repository = repositories.findById(repositoryId).orElse(null);
    // Most files of a fork are found in its origin.
    if (repository == null || repository.originId() != null) {
      rows.forget(lease, repositoryId, state.get());
      return true;
    }
    try (OpenRepository open = openings.open(repositoryId)) {
      ObjectId tip = open.refs().head().map(SearchIndex::commit).orElse(null);
      if (tip == null) {
        rows.forget(lease, repositoryId, state.get());
        return true;
      }
      return bring(lease, open, tip, state.get(), mayGoOn);
    }
  }

  private static ObjectId commit(RefSnapshot.Entry ref) {
    ObjectId peeled = ref.peeled();
    return peeled == null ? ref.id() : peeled;
  }

  private boolean bring(
      Lease lease, OpenRepository open, ObjectId tip, State state, BooleanSupplier mayGoOn)
      throws IOException {
    try (ObjectReader reader = open.newObjectReader();
        HistoryWalk walk = new HistoryWalk(reader)) {
      RevCommit commit = OpenRepository.parseKnown(walk, tip);
      ObjectId tree = commit.getTree().copy();
      int leftOut = state.leftOut();
      if (!tree.equals(state.tree())) {
        Run run = new Run(lease, open.id(), reader, state, mayGoOn);
        leftOut = run.files(tree);
        if (run.stopped) {
          return false;
        }
      }
      if (!tip.equals(state.commit())) {
        commits.bring(lease, open, tip, state.commit());
      }
      State now = new State(state.asked(), tree, tip, state.files(), state.bytes(), leftOut);
      rows.settle(lease, open.id(), now, tree, tip, CommitTexts.MAX_COMMITS);
      return true;
    }
  }

  private final class Run {

    private final Lease lease;
    private final long repositoryId;
    private final ObjectReader reader;
    private final State state;
    private final List<FileText> texts = new ArrayList<>();
    private final List<String> gone = new ArrayList<>();
    private long portion;
    private long bytes;
    private int files;
    private int leftOut;
    private final BooleanSupplier mayGoOn;
    private boolean stopped;

    Run(Lease lease, long repositoryId, ObjectReader reader, State state, BooleanSupplier mayGoOn) {
      this.lease = lease;
      this.repositoryId = repositoryId;
      this.reader = reader;
      this.state = state;
      this.mayGoOn = mayGoOn;
    }

    /** Stores a tree and returns the number of files beyond the limits, unless stopped. */
    int files(ObjectId tree) throws IOException {
      ObjectId before = state.leftOut() > 0 || !isThere(state.tree()) ? null : state.tree();
      if (before == null) {
        compareWithRows(tree);
      } else {
        files = state.files();
        bytes = state.bytes();
        compareWithTree(before, tree);
      }
      if (!stopped) {
        store();
      }
      return leftOut;
    }

    private boolean isThere(@Nullable ObjectId tree) throws IOException {
      return tree != null && reader.has(tree, Constants.OBJ_TREE);
    }

    private void compareWithTree(ObjectId before, ObjectId tree) throws IOException {
      try (TreeWalk walk = new TreeWalk(reader)) {
        walk.addTree(before);
        walk.addTree(tree);
        walk.setFilter(TreeFilter.ANY_DIFF);
        while (next(walk)) {
          String path = path(walk);
          if (path != null && !add(path, walk.getRawMode(1), walk.getObjectId(1))) {
            gone.add(path);
          }
        }
      }
    }

    private void compareWithRows(ObjectId tree) throws IOException {
      Map<String, ObjectId> known = rows.files(repositoryId);
      try (TreeWalk walk = new TreeWalk(reader)) {
        walk.addTree(new EmptyTreeIterator());
        walk.addTree(tree);
        while (next(walk)) {
          String path = path(walk);
          if (path == null) {
            continue;
          }
          ObjectId stored = known.get(path);
          if (stored != null && stored.equals(walk.getObjectId(1)) && isFile(walk.getRawMode(1))) {
            // Counted at its upper bound: the stored text is not read.
            files++;
            bytes += reader.getObjectSize(stored, Constants.OBJ_BLOB);
            known.remove(path);
          } else if (add(path, walk.getRawMode(1), walk.getObjectId(1))) {
            known.remove(path);
          }
        }
      }
      if (!stopped) {
        gone.addAll(known.keySet());
      }
    }

    /** Advances to the next file, entering directories up to a depth. */
    private boolean next(TreeWalk walk) throws IOException {
      while (!stopped && walk.next()) {
        if (Thread.currentThread().isInterrupted()) {
          throw new InterruptedIOException("The server stops");
        }
        if (!walk.isSubtree()) {
          return true;
        }
        if (walk.getDepth() < MAX_DEPTH) {
          walk.enterSubtree();
        }
      }
      return false;
    }

    private static @Nullable String path(TreeWalk walk) {
      TreePath path = TreePath.of(walk.getRawPath());
      String text = path.display();
      return IndexedFiles.isWanted(text) && path.isText() ? text : null;
    }

    private static boolean isFile(int mode) {
      return FileMode.REGULAR_FILE.equals(mode) || FileMode.EXECUTABLE_FILE.equals(mode);
    }

    private boolean add(String path, int mode, ObjectId blob) throws IOException {
      if (!isFile(mode)) {
        return false;
      }
      Optional<String> text = text(path, blob);
      if (text.isEmpty()) {
        return false;
      }
      int length = text.get().length();
      if (files >= MAX_FILES || bytes + length > MAX_REPOSITORY_SIZE) {
        leftOut++;
        return false;
      }
      files++;
      bytes += length;
      portion += length;
      texts.add(new FileText(path, blob, text.get()));
      if (texts.size() >= PORTION || portion > PORTION_BYTES) {
        store();
        stopped = !mayGoOn.getAsBoolean();
      }
      return true;
    }

    private Optional<String> text(String path, ObjectId blob) throws IOException {
      try {
        return reader.getObjectSize(blob, Constants.OBJ_BLOB) > MAX_FILE_SIZE
            ? Optional.empty()
            : IndexedFiles.text(
                path, reader.open(blob, Constants.OBJ_BLOB).getCachedBytes(MAX_FILE_SIZE));
      } catch (LargeObjectException | MissingObjectException | RefusedException e) {
        // One unreadable file must not keep the others from being indexed.
        return Optional.empty();
      }
    }

    private void store() {
      if (!lease.renew(TERM)) {
        throw new SearchRows.LostException();
      }
      rows.store(lease, repositoryId, texts, gone);
      texts.clear();
      gone.clear();
      portion = 0;
    }
  }
}
