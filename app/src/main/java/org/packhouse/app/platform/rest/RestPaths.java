package org.packhouse.app.platform.rest;

/** Beginnings of the paths of the dialect; {@code 1.0} and {@code latest} are the same thing. */
public final class RestPaths {

  private static final String VERSION = "/{version:1\\.0|latest}";

  /** The main API. */
  public static final String API = "/rest/api" + VERSION;

  /** HTTP access tokens. */
  public static final String ACCESS_TOKENS = "/rest/access-tokens" + VERSION;

  /** SSH keys of users. */
  public static final String SSH = "/rest/ssh" + VERSION;

  /** OpenPGP keys of users. */
  public static final String GPG = "/rest/gpg" + VERSION;

  /** Access keys of projects and repositories. */
  public static final String KEYS = "/rest/keys" + VERSION;

  /** Branches: creating and deleting. */
  public static final String BRANCH_UTILS = "/rest/branch-utils" + VERSION;

  /** What may not happen to branches; {@code 2.0} is the same thing too. */
  public static final String BRANCH_PERMISSIONS = "/rest/branch-permissions" + VERSION;

  /** Tags as git makes them. */
  public static final String GIT = "/rest/git" + VERSION;

  /** Forks that follow their origin. */
  public static final String SYNC = "/rest/sync" + VERSION;

  /** Reactions to comments. */
  public static final String COMMENT_LIKES = "/rest/comment-likes" + VERSION;

  /** Who did what. */
  public static final String AUDIT = "/rest/audit" + VERSION;

  /** Code and repositories that are searched for. */
  public static final String SEARCH = "/rest/search" + VERSION;

  /** Issues of pull requests and commits. */
  public static final String JIRA = "/rest/jira" + VERSION;

  /** Webhooks as such; those of a repository are in the main API. */
  public static final String WEBHOOKS = "/rest/webhooks" + VERSION;

  /** What the dialect has no word for. */
  public static final String OWN = "/rest/packhouse" + VERSION;

  private RestPaths() {}
}
