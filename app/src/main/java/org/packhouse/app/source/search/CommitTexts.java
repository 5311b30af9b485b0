package org.packhouse.app.source.search;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.search.SearchRows.CommitText;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.cluster.Leases.Lease;
import org.packhouse.hooks.HistoryWalk;
import org.packhouse.hooks.Ident;
import org.springframework.stereotype.Component;

/** Indexes the latest commits of a default branch. */
@Component
class CommitTexts {

  private static final int PORTION = 1000;
  private static final int MAX_TEXT = 4000;
  private static final int MAX_NAME = 1000;

  /** Latest commits of a default branch that are found, in 1 KB each: years of most projects. */
  static final int MAX_COMMITS = 20_000;

  private final SearchRows rows;

  CommitTexts(SearchRows rows) {
    this.rows = rows;
  }

  /** Indexes the commits of a tip, without those of an indexed one. */
  void bring(Lease lease, OpenRepository open, ObjectId tip, @Nullable ObjectId before)
      throws IOException {
    ObjectId known = before != null && isBehind(open, before, tip) ? before : null;
    if (known == null) {
      rows.forgetCommits(lease, open.id());
    }
    try (HistoryWalk walk = open.newHistoryWalk()) {
      walk.markStart(OpenRepository.parseKnown(walk, tip));
      if (known != null) {
        walk.markUninteresting(OpenRepository.parseKnown(walk, known));
      }
      List<CommitText> texts = new ArrayList<>();
      int left = MAX_COMMITS;
      for (RevCommit commit = walk.next(); commit != null && left > 0; commit = walk.next()) {
        if (Thread.currentThread().isInterrupted()) {
          throw new InterruptedIOException("The server stops");
        }
        left--;
        walk.parseBody(commit);
        texts.add(text(commit));
        commit.disposeBody();
        if (texts.size() == PORTION) {
          rows.storeCommits(lease, open.id(), texts);
          texts.clear();
        }
      }
      rows.storeCommits(lease, open.id(), texts);
    }
  }

  private static boolean isBehind(OpenRepository open, ObjectId before, ObjectId tip)
      throws IOException {
    try (HistoryWalk walk = open.newHistoryWalk()) {
      return walk.isMergedInto(
          OpenRepository.parseKnown(walk, before), OpenRepository.parseKnown(walk, tip));
    } catch (MissingObjectException e) {
      return false;
    }
  }

  private static CommitText text(RevCommit commit) {
    Ident author = Ident.author(commit);
    String message = Commit.messageOf(commit);
    String text =
        "%s\n%s <%s>"
            .formatted(
                message.substring(0, Math.min(MAX_TEXT, message.length())),
                author.name().substring(0, Math.min(MAX_NAME, author.name().length())),
                author.email().substring(0, Math.min(MAX_NAME, author.email().length())));
    return new CommitText(commit.copy(), Ident.committer(commit).when(), IndexedFiles.lower(text));
  }
}
