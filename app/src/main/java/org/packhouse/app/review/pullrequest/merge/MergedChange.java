package org.packhouse.app.review.pullrequest.merge;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.filter.RevFilter;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.hooks.HistoryWalk;
import org.packhouse.hooks.Ident;

/**
 * The change that a merged pull request has made to its target.
 *
 * @param title of the pull request
 * @param before the target before the merge
 * @param after the merge commit, or the last of the commits that were brought; its body is parsed
 */
record MergedChange(String title, RevCommit before, RevCommit after) {

  private static final int PARENTS_OF_MERGE = 2;
  private static final Pattern TRAILER =
      Pattern.compile("[A-Za-z0-9-]+: .*|\\(cherry picked from commit [0-9a-f]{40}\\)");

  /**
   * Reads the change from the repository.
   *
   * @throws RefusedException if one of its commits is no longer there
   */
  static MergedChange of(OpenRepository open, PullRequest merged) throws IOException {
    String commit = merged.mergeCommit();
    ObjectId after = ObjectId.fromString(commit == null ? merged.from().commit() : commit);
    ObjectId to = ObjectId.fromString(merged.to().commit());
    try (HistoryWalk walk = open.newHistoryWalk()) {
      RevCommit tip = walk.readCommit(after);
      RevCommit before =
          isMadeByMerging(tip, to, commit) ? tip.getParent(0) : mergeBase(open, to, after);
      if (before == null) {
        throw gone(to);
      }
      return new MergedChange(merged.about().title(), walk.parseCommit(before), tip);
    } catch (MissingObjectException e) {
      RefusedException gone = gone(e.getObjectId());
      gone.initCause(e);
      throw gone;
    }
  }

  // A merge commit that merging has made: not one of the source that was fast-forwarded to, and not
  // the target's own where a rebase left nothing.
  private static boolean isMadeByMerging(RevCommit tip, ObjectId to, @Nullable String commit) {
    return commit != null && !tip.getId().equals(to) && tip.getParentCount() >= PARENTS_OF_MERGE;
  }

  // The merge base: the former tip of the target if the commits were fast-forwarded, rebased or
  // squashed, and an earlier commit if somebody has merged them elsewhere and pushed the result.
  private static @Nullable RevCommit mergeBase(OpenRepository open, ObjectId to, ObjectId after)
      throws IOException {
    try (HistoryWalk walk = open.newHistoryWalk()) {
      walk.setRevFilter(RevFilter.MERGE_BASE);
      walk.markStart(walk.parseCommit(to));
      walk.markStart(walk.parseCommit(after));
      return walk.next();
    }
  }

  private static RefusedException gone(@Nullable ObjectId commit) {
    return new ConflictException(
        Conflict.INTEGRITY,
        "The commit %s, by which this pull request was merged, is no longer there."
            .formatted(commit == null ? "" : commit.name()));
  }

  private boolean isOneCommit() {
    return after.getParentCount() > 0 && after.getParent(0).getId().equals(before.getId());
  }

  /** Returns the message that {@code git revert} writes. */
  String revertMessage() {
    String subject = isOneCommit() ? subject(after) : title;
    String reverted = "commits " + range();
    if (isOneCommit()) {
      reverted =
          after.getParentCount() < PARENTS_OF_MERGE
              ? "commit " + after.name()
              : "commit %s, reversing\nchanges made to %s".formatted(after.name(), before.name());
    }
    return "Revert \"%s\"\n\nThis reverts %s.\n".formatted(subject, reverted);
  }

  /** Returns the message that {@code git cherry-pick -x} writes. */
  String pickMessage() {
    if (!isOneCommit()) {
      return "%s\n\n(cherry picked from commits %s)\n".formatted(title, range());
    }
    String message = Commit.messageOf(after).stripTrailing();
    return "%s%s(cherry picked from commit %s)\n"
        .formatted(message, endsInTrailers(message) ? "\n" : "\n\n", after.name());
  }

  private String range() {
    return before.name() + ".." + after.name();
  }

  /** Returns the author; null: the commit names none. */
  @Nullable PersonIdent author() {
    Ident author = Ident.author(after);
    return author.equals(Ident.NOBODY) ? null : author.toPersonIdent();
  }

  private static String subject(RevCommit commit) {
    return Commit.messageOf(commit).stripLeading().lines().findFirst().orElse("");
  }

  // Git puts its line directly below trailers, without an empty line.
  private static boolean endsInTrailers(String message) {
    List<String> paragraphs = List.of(message.split("\n[ \t]*\n"));
    return paragraphs.size() > 1
        && paragraphs.getLast().lines().allMatch(line -> TRAILER.matcher(line).matches());
  }
}
