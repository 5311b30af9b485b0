package org.packhouse.app.platform.rest;

/**
 * The names that clients of the REST dialect test for. Nothing outside this class knows how they
 * look on the wire.
 */
public enum ExceptionName {
  /** A field or parameter breaks a rule. */
  ARGUMENT_VALIDATION("validation.ArgumentValidationException"),
  /** Signed in, and not permitted. */
  AUTHORISATION("AuthorisationException"),
  /** Nobody is signed in, and somebody must be. */
  AUTHENTICATION_REQUIRED(
      "com.atlassian.plugins.rest.api.security.exception.AuthenticationRequiredException"),
  /** A wrong password or token. */
  INCORRECT_PASSWORD("auth.IncorrectPasswordAuthenticationException"),
  /** The user may not sign in. */
  NO_ACCESS("auth.NoAccessAuthenticationException"),
  /** Something of that name or id is not there. */
  NO_SUCH_ENTITY("NoSuchEntityException"),
  /** No such project. */
  NO_SUCH_PROJECT("project.NoSuchProjectException"),
  /** No such repository. */
  NO_SUCH_REPOSITORY("repository.NoSuchRepositoryException"),
  /** No such branch. */
  NO_SUCH_BRANCH("repository.NoSuchBranchException"),
  /** No such tag. */
  NO_SUCH_TAG("repository.NoSuchTagException"),
  /** HEAD names a branch that is not there. */
  NO_DEFAULT_BRANCH("repository.NoDefaultBranchException"),
  /** No such commit. */
  NO_SUCH_COMMIT("commit.NoSuchCommitException"),
  /** No such file or directory. */
  NO_SUCH_PATH("content.NoSuchPathException"),
  /** A file is not as its editor knows it. */
  FILE_OUT_OF_DATE("content.FileOutOfDateException"),
  /** A file to be made is there. */
  FILE_ALREADY_EXISTS("content.FileAlreadyExistsException"),
  /** An edit that changes nothing. */
  FILE_CONTENT_UNMODIFIED("content.FileContentUnmodifiedException"),
  /** A check refuses what a push, an edit or a merge would do. */
  HOOK_VETOED("hook.repository.RepositoryHookVetoedException"),
  /** No such comment. */
  NO_SUCH_COMMENT("comment.NoSuchCommentException"),
  /** A comment is not as its changer knows it. */
  COMMENT_OUT_OF_DATE("comment.CommentOutOfDateException"),
  /** A comment cannot be deleted. */
  COMMENT_DELETION("comment.CommentDeletionException"),
  /** No such pull request. */
  NO_SUCH_PULL_REQUEST("pull.NoSuchPullRequestException"),
  /** A pull request is not as its changer knows it. */
  PULL_REQUEST_OUT_OF_DATE("pull.PullRequestOutOfDateException"),
  /** A pull request is merged, declined or open, and must not be. */
  ILLEGAL_PULL_REQUEST_STATE("pull.IllegalPullRequestStateException"),
  /** A pull request of the same branches is open. */
  DUPLICATE_PULL_REQUEST("pull.DuplicatePullRequestException"),
  /** A pull request without commits. */
  EMPTY_PULL_REQUEST("pull.EmptyPullRequestException"),
  /** Branches that no pull request can be of. */
  INVALID_PULL_REQUEST_TARGET("pull.InvalidPullRequestTargetException"),
  /** Users who cannot review. */
  INVALID_PULL_REQUEST_REVIEWERS("pull.InvalidPullRequestReviewersException"),
  /** A user who cannot have that part in a pull request. */
  INVALID_PULL_REQUEST_ROLE("pull.InvalidPullRequestRoleException"),
  /** A user who has no part in a pull request. */
  NO_SUCH_PARTICIPANT("pull.NoSuchPullRequestParticipantException"),
  /** A pull request cannot be merged. */
  PULL_REQUEST_MERGE_VETOED("pull.PullRequestMergeVetoedException"),
  /** No such user. */
  NO_SUCH_USER("user.NoSuchUserException"),
  /** No such group. */
  NO_SUCH_GROUP("user.NoSuchGroupException"),
  /** No such label. */
  NO_SUCH_LABEL("NoSuchLabelException"),
  /** A key that a project has already. */
  PROJECT_KEY_TAKEN("project.ProjectKeyAlreadyInUseException"),
  /** A name that a project has already. */
  PROJECT_NAME_TAKEN("project.ProjectNameAlreadyInUseException"),
  /** A name that a repository of the project has already. */
  REPOSITORY_NAME_TAKEN("repository.RepositoryNameAlreadyInUseException"),
  /** A ref of that name is there. */
  DUPLICATE_REF("repository.DuplicateRefException"),
  /** The ref of a fork is where its origin's is. */
  REF_ALREADY_SYNCHRONIZED("repository.sync.RefAlreadySynchronizedException"),
  /** Something else refers to it. */
  INTEGRITY("IntegrityException"),
  /** The repository is read-only. */
  REPOSITORY_ARCHIVED("repository.RepositoryArchivedException"),
  /** A form from another site. */
  XSRF("xsrf.XsrfException"),
  /** Too busy to serve it now. */
  RESOURCE_BUSY("throttle.ResourceBusyException"),
  /** Too many failed logins. */
  RATE_LIMITED("ratelimit.RateLimitExceededException"),
  /** A failure of the server itself. */
  SERVER("ServerException");

  private static final String COMMON = "com.atlassian.bitbucket.";

  private final String wireName;

  ExceptionName(String name) {
    this.wireName = name.startsWith("com.") ? name : COMMON + name;
  }

  /** The name in the {@code exceptionName} field. */
  public String wireName() {
    return wireName;
  }
}
