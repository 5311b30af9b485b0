package org.packhouse.app.review.pullrequest;

import java.time.Instant;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * A pull request, as it was when it was read.
 *
 * @param id among all
 * @param number among those of the repository that it targets, from 1: what people call its id
 * @param to the branch that shall get the commits, which is in a repository that is there
 * @param from the branch that has them
 * @param mergeCommit the commit by which it was merged; null: it is not, or not by one
 * @param closed when it was merged or declined; null: it is open
 * @param version rises with every change of what people edit
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
   * One of the two branches.
   *
   * @param repositoryId null: the repository is gone for good
   * @param refName full name
   * @param commit its tip, 40 hex digits; of a pull request that is closed that of the moment when
   *     it was
   */
  public record Branch(@Nullable Long repositoryId, String refName, String commit) {

    private static final String HEADS = "refs/heads/";

    /** The short name that people read. */
    public String displayId() {
      return refName.startsWith(HEADS) ? refName.substring(HEADS.length()) : refName;
    }
  }

  /**
   * The words of its author.
   *
   * @param draft whether it is not ready to be merged
   */
  public record Description(String title, @Nullable String text, boolean draft) {

    /**
     * Words that somebody typed.
     *
     * @throws org.packhouse.app.platform.refusal.InvalidFieldException if a value breaks a rule
     */
    public static Description of(@Nullable String title, @Nullable String text, boolean draft) {
      return PullRequestRules.description(title, text, draft);
    }
  }

  /** The same with its target as it is now. */
  public PullRequest at(Branch newTo) {
    return new PullRequestBuilder().copyOf(this).to(newTo).build();
  }

  /** The same with another tip of its source. */
  public PullRequest from(Branch newFrom) {
    return new PullRequestBuilder().copyOf(this).from(newFrom).build();
  }

  /** Whether it can be reviewed and merged. */
  public boolean isOpen() {
    return state == PullRequestState.OPEN;
  }

  /** The repository that it targets. */
  public long repositoryId() {
    Long id = to.repositoryId();
    if (id == null) {
      throw new IllegalStateException("Pull request " + this.id + " has no target");
    }
    return id;
  }

  /** Whether its source is another repository, or one that is gone. */
  public boolean isAcrossRepositories() {
    Long source = from.repositoryId();
    return source == null || source != repositoryId();
  }

  /** The ref that keeps its commits, {@code refs/pull-requests/<number>/from}. */
  public String fromRef() {
    return fromRef(number);
  }

  /** The same of a number. */
  static String fromRef(long number) {
    return "refs/pull-requests/" + number + "/from";
  }

  /** The ref of its latest trial merge. */
  public String mergeRef() {
    return "refs/pull-requests/" + number + "/merge";
  }
}
