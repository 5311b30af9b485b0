package org.packhouse.app.review.pullrequest;

import java.time.Instant;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.refs.RefNames;

/**
 * A pull request.
 *
 * @param id unique among all pull requests
 * @param number from 1, unique in the target repository; the {@code id} of the REST API
 * @param from the source branch
 * @param to the target branch, whose repository exists
 * @param mergeCommit null: not merged, or fast-forwarded
 * @param closed null: open
 * @param version rises with each edit, rescope and change of state
 */
@Value.Builder
public record PullRequest(
    long id,
    long number,
    int version,
    Branch from,
    Branch to,
    Description about,
    PullRequestState state,
    long authorId,
    @Nullable String mergeCommit,
    Instant created,
    Instant updated,
    @Nullable Instant closed) {

  /**
   * The source or the target branch.
   *
   * @param repositoryId null: the repository was deleted
   * @param refName full name
   * @param commit the tip, 40 hex digits; of a closed pull request the tip when it was closed
   */
  public record Branch(@Nullable Long repositoryId, String refName, String commit) {

    public String displayId() {
      return refName.startsWith(RefNames.HEADS)
          ? refName.substring(RefNames.HEADS.length())
          : refName;
    }
  }

  public record Description(String title, @Nullable String text, boolean draft) {

    /** Checks and normalises values that a user has typed. */
    public static Description of(@Nullable String title, @Nullable String text, boolean draft) {
      return PullRequestRules.description(title, text, draft);
    }
  }

  public PullRequest at(Branch newTo) {
    return new PullRequestBuilder().copyOf(this).to(newTo).build();
  }

  public PullRequest from(Branch newFrom) {
    return new PullRequestBuilder().copyOf(this).from(newFrom).build();
  }

  public boolean isOpen() {
    return state == PullRequestState.OPEN;
  }

  public long repositoryId() {
    Long id = to.repositoryId();
    if (id == null) {
      throw new IllegalStateException("Pull request " + this.id + " has no target");
    }
    return id;
  }

  /** Returns whether the source is another repository, or a deleted one. */
  public boolean isAcrossRepositories() {
    Long source = from.repositoryId();
    return source == null || source != repositoryId();
  }

  /** Returns the ref that keeps the commits, {@code refs/pull-requests/<number>/from}. */
  public String fromRef() {
    return fromRef(number);
  }

  static String fromRef(long number) {
    return "refs/pull-requests/" + number + "/from";
  }

  public String mergeRef() {
    return "refs/pull-requests/" + number + "/merge";
  }
}
