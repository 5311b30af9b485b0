package org.packhouse.app.platform.rest;

/** Exception names that clients test for. Only this class knows their form on the wire. */
public enum ExceptionName {
  ARGUMENT_VALIDATION("validation.ArgumentValidationException"),
  AUTHORISATION("AuthorisationException"),
  AUTHENTICATION_REQUIRED(
      "com.atlassian.plugins.rest.api.security.exception.AuthenticationRequiredException"),
  INCORRECT_PASSWORD("auth.IncorrectPasswordAuthenticationException"),
  NO_ACCESS("auth.NoAccessAuthenticationException"),
  NO_SUCH_ENTITY("NoSuchEntityException"),
  NO_SUCH_PROJECT("project.NoSuchProjectException"),
  NO_SUCH_REPOSITORY("repository.NoSuchRepositoryException"),
  NO_SUCH_BRANCH("repository.NoSuchBranchException"),
  NO_SUCH_TAG("repository.NoSuchTagException"),
  /** HEAD names a branch that is missing. */
  NO_DEFAULT_BRANCH("repository.NoDefaultBranchException"),
  NO_SUCH_COMMIT("commit.NoSuchCommitException"),
  NO_SUCH_PATH("content.NoSuchPathException"),
  /** The file has changed since its editor read it. */
  FILE_OUT_OF_DATE("content.FileOutOfDateException"),
  FILE_ALREADY_EXISTS("content.FileAlreadyExistsException"),
  FILE_CONTENT_UNMODIFIED("content.FileContentUnmodifiedException"),
  /** A check refuses a push, an edit or a merge. */
  HOOK_VETOED("hook.repository.RepositoryHookVetoedException"),
  NO_SUCH_COMMENT("comment.NoSuchCommentException"),
  /** The comment has changed since its editor read it. */
  COMMENT_OUT_OF_DATE("comment.CommentOutOfDateException"),
  COMMENT_DELETION("comment.CommentDeletionException"),
  NO_SUCH_PULL_REQUEST("pull.NoSuchPullRequestException"),
  /** The pull request has changed since its editor read it. */
  PULL_REQUEST_OUT_OF_DATE("pull.PullRequestOutOfDateException"),
  ILLEGAL_PULL_REQUEST_STATE("pull.IllegalPullRequestStateException"),
  DUPLICATE_PULL_REQUEST("pull.DuplicatePullRequestException"),
  EMPTY_PULL_REQUEST("pull.EmptyPullRequestException"),
  /** No pull request can be of these branches. */
  INVALID_PULL_REQUEST_TARGET("pull.InvalidPullRequestTargetException"),
  INVALID_PULL_REQUEST_REVIEWERS("pull.InvalidPullRequestReviewersException"),
  INVALID_PULL_REQUEST_ROLE("pull.InvalidPullRequestRoleException"),
  NO_SUCH_PARTICIPANT("pull.NoSuchPullRequestParticipantException"),
  PULL_REQUEST_MERGE_VETOED("pull.PullRequestMergeVetoedException"),
  NO_SUCH_USER("user.NoSuchUserException"),
  NO_SUCH_GROUP("user.NoSuchGroupException"),
  NO_SUCH_LABEL("NoSuchLabelException"),
  PROJECT_KEY_TAKEN("project.ProjectKeyAlreadyInUseException"),
  PROJECT_NAME_TAKEN("project.ProjectNameAlreadyInUseException"),
  REPOSITORY_NAME_TAKEN("repository.RepositoryNameAlreadyInUseException"),
  DUPLICATE_REF("repository.DuplicateRefException"),
  /** The fork's ref is where its origin's is. */
  REF_ALREADY_SYNCHRONIZED("repository.sync.RefAlreadySynchronizedException"),
  /** Something else refers to it. */
  INTEGRITY("IntegrityException"),
  REPOSITORY_ARCHIVED("repository.RepositoryArchivedException"),
  XSRF("xsrf.XsrfException"),
  RESOURCE_BUSY("throttle.ResourceBusyException"),
  RATE_LIMITED("ratelimit.RateLimitExceededException"),
  SERVER("ServerException");

  private static final String COMMON = "com.atlassian.bitbucket.";

  private final String wireName;

  ExceptionName(String name) {
    this.wireName = name.startsWith("com.") ? name : COMMON + name;
  }

  public String wireName() {
    return wireName;
  }
}
