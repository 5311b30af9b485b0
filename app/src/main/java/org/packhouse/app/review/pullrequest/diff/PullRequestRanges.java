package org.packhouse.app.review.pullrequest.diff;

import com.github.benmanes.caffeine.cache.Cache;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.Participant;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.MergeBases;
import org.packhouse.app.source.commit.NoSuchCommitException;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Finds the two commits between which a pull request, or a part of it, is compared. Besides commits
 * that branches reach, these may be commits that the pull request once had: its refs and the refs
 * that keep commits still hold them.
 */
@Component
public class PullRequestRanges {

  private static final int MAX_TIPS = 100;
  private static final List<String> SCOPES = List.of("ALL", "RANGE", "UNREVIEWED");
  private static final List<String> TYPES = List.of("EFFECTIVE", "RANGE", "COMMIT");
  private static final int MAX_REMEMBERED = 20_000;

  private final JdbcClient sql;
  private final MergeBases bases;
  private final CommitLog log;
  private final Revisions revisions;
  private final PullRequests pullRequests;

  // The merge base of two commits never changes.
  private final Cache<Tips, Optional<String>> mergeBases;

  PullRequestRanges(
      JdbcClient sql,
      MergeBases bases,
      CommitLog log,
      Revisions revisions,
      PullRequests pullRequests,
      Caches caches) {
    this.sql = sql;
    this.bases = bases;
    this.log = log;
    this.revisions = revisions;
    this.pullRequests = pullRequests;
    mergeBases = caches.build("merge-bases", "Merge bases of pull requests", MAX_REMEMBERED);
  }

  private record Tips(long repositoryId, String from, String to) {}

  /** Returns the range from the merge base, if there is one, to the tip of the source. */
  public CommitRange effective(OpenRepository open, PullRequest pullRequest) throws IOException {
    String from = pullRequest.from().commit();
    return new CommitRange(mergeBase(open, pullRequest.to().commit(), from).orElse(null), from);
  }

  /** Returns the merge base of two commits, one of them if there are several. */
  public Optional<String> mergeBase(OpenRepository open, String to, String from)
      throws IOException {
    return Caches.get(
        mergeBases,
        new Tips(open.id(), from, to),
        () -> bases.find(open, to, from).map(Commit::id));
  }

  /**
   * Returns the range between two commits, each of which is or was one of the pull request's.
   *
   * @param since null: the first parent of {@code until}, or the merge base if that is null too
   * @param until null: the tip of the source
   * @throws NoSuchCommitException if a commit does not belong to the pull request
   */
  public CommitRange between(
      OpenRepository open,
      Repository target,
      PullRequest pullRequest,
      @Nullable String since,
      @Nullable String until)
      throws IOException {
    if (since == null && until == null) {
      return effective(open, pullRequest);
    }
    String type = since == null ? "COMMIT" : "RANGE";
    return selected(open, target, pullRequest, new DiffSelection(since, until, type, null), null);
  }

  /**
   * Returns the range that a client selects.
   *
   * @param caller whose last reviewed commit the scope {@code UNREVIEWED} begins at
   * @throws NoSuchCommitException if a commit does not belong to the pull request
   */
  public CommitRange selected(
      OpenRepository open,
      Repository repository,
      PullRequest pullRequest,
      DiffSelection selection,
      @Nullable Caller caller)
      throws IOException {
    String scope = choice("changeScope", selection.changeScope(), SCOPES);
    String type = choice("diffType", selection.diffType(), TYPES);
    String until =
        blank(selection.untilId())
            ? pullRequest.from().commit()
            : find(open, repository, pullRequest, String.valueOf(selection.untilId()));
    if (type.equals("COMMIT")) {
      Commit commit = log.readListed(open, until);
      return blank(selection.sinceId())
          ? CommitRange.of(commit)
          : new CommitRange(
              find(open, repository, pullRequest, String.valueOf(selection.sinceId())), until);
    }
    if (!blank(selection.sinceId())) {
      return new CommitRange(
          find(open, repository, pullRequest, String.valueOf(selection.sinceId())), until);
    }
    String reviewed = scope.equals("UNREVIEWED") ? reviewed(pullRequest, caller) : null;
    if (reviewed != null) {
      return new CommitRange(reviewed, until);
    }
    return new CommitRange(mergeBase(open, pullRequest.to().commit(), until).orElse(null), until);
  }

  private @Nullable String reviewed(PullRequest pullRequest, @Nullable Caller caller) {
    User user = caller == null ? null : caller.user();
    if (user == null) {
      return null;
    }
    for (Participant one : pullRequests.participants(pullRequest)) {
      if (one.userId() == user.id()) {
        return one.lastReviewedCommit();
      }
    }
    return null;
  }

  private String find(
      OpenRepository open, Repository repository, PullRequest pullRequest, String id)
      throws IOException {
    var found = revisions.resolve(open, id);
    if (found.isPresent()) {
      return found.get().commit();
    }
    if (id.matches("[0-9a-f]{40}") && belongs(open, pullRequest, id)) {
      return id;
    }
    throw new NoSuchCommitException(repository, id);
  }

  private boolean belongs(OpenRepository open, PullRequest pullRequest, String id)
      throws IOException {
    try {
      return BranchCommits.reaches(open, pullRequest.from().commit(), id)
          || isReachedFromFormerTips(open, pullRequest, id);
    } catch (MissingObjectException | IncorrectObjectTypeException e) {
      return false;
    }
  }

  private static String choice(String field, @Nullable String value, List<String> allowed) {
    String chosen =
        blank(value) ? allowed.getFirst() : String.valueOf(value).toUpperCase(Locale.ROOT);
    if (!allowed.contains(chosen)) {
      throw new InvalidFieldException(
          field,
          "The parameter %s must be one of %s, not %s."
              .formatted(
                  field,
                  String.join(", ", allowed),
                  InvalidFieldException.quote(String.valueOf(value))));
    }
    return chosen;
  }

  private static boolean blank(@Nullable String text) {
    return text == null || text.isBlank();
  }

  /**
   * The part of a pull request's diff that a REST client selects.
   *
   * @param sinceId null: the merge base
   * @param untilId null: the tip of the source
   * @param diffType {@code EFFECTIVE}, {@code RANGE} or {@code COMMIT}
   * @param changeScope {@code ALL}, {@code RANGE} or {@code UNREVIEWED}
   */
  public record DiffSelection(
      @Nullable String sinceId,
      @Nullable String untilId,
      @Nullable String diffType,
      @Nullable String changeScope) {}

  // As the activities record them, the latest first.
  private List<String> formerTips(PullRequest pullRequest) {
    return List.copyOf(
        sql.sql(
                """
                select details -> 'rescope' ->> 'previousFromHash' from pull_request_activity
                 where pull_request_id = ? and action = 'RESCOPED'
                 order by id desc limit ?
                """)
            .params(pullRequest.id(), MAX_TIPS)
            .query(String.class)
            .list());
  }

  private boolean isReachedFromFormerTips(
      OpenRepository open, PullRequest pullRequest, String commit) throws IOException {
    for (String tip : formerTips(pullRequest)) {
      if (tip.equals(commit) || BranchCommits.reaches(open, tip, commit)) {
        return true;
      }
    }
    return false;
  }
}
