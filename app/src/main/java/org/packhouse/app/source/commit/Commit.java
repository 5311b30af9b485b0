package org.packhouse.app.source.commit;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevCommit;
import org.jspecify.annotations.Nullable;

/**
 * A commit.
 *
 * @param id 40 hex digits, as those of the parents
 * @param message the message, cut where it is longer than messages are shown
 */
public record Commit(
    String id, List<String> parents, Person author, Person committer, String message) {

  private static final int ABBREVIATED = 10;

  // A thousand commits that each name one parent twenty thousand times fit into a small push.
  private static final int MAX_LISTED_PARENTS = 100;

  /** A commit that is shown alone. */
  static Commit of(RevCommit commit, CommitMessageSettings messages) {
    return of(commit, commit.getParentCount(), messages.max());
  }

  /** One of many commits, which may each be as large as can be; gives its body back. */
  static Commit listed(RevCommit commit, CommitMessageSettings messages) {
    Commit listed =
        of(commit, Math.min(MAX_LISTED_PARENTS, commit.getParentCount()), messages.bulk().max());
    commit.disposeBody();
    return listed;
  }

  private static Commit of(RevCommit commit, int parentCount, int maxMessage) {
    List<String> parents = new ArrayList<>(parentCount);
    for (int i = 0; i < parentCount; i++) {
      parents.add(commit.getParent(i).name());
    }
    return new Commit(
        commit.name(),
        List.copyOf(parents),
        person(commit.getAuthorIdent(), commit),
        person(commit.getCommitterIdent(), commit),
        TextCut.to(maxMessage, commit.getFullMessage()));
  }

  // A header that cannot be parsed yields null; such commits exist in old repositories.
  private static Person person(@Nullable PersonIdent ident, RevCommit commit) {
    return Person.of(
        ident == null
            ? new PersonIdent(
                "Unknown", "", Instant.ofEpochSecond(commit.getCommitTime()), ZoneOffset.UTC)
            : ident);
  }

  /** The first paragraph's first line. */
  public String subject() {
    String stripped = message.strip();
    int newline = stripped.indexOf('\n');
    return newline < 0 ? stripped : stripped.substring(0, newline).strip();
  }

  /** All after the subject; empty if there is no more. */
  public String body() {
    String stripped = message.strip();
    int newline = stripped.indexOf('\n');
    return newline < 0 ? "" : stripped.substring(newline).strip();
  }

  /** The id's first ten digits. */
  public String displayId() {
    return id.substring(0, ABBREVIATED);
  }
}
