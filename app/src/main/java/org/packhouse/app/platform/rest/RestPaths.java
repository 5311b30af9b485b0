package org.packhouse.app.platform.rest;

/** Base paths of the dialect; {@code 1.0} and {@code latest} are the same. */
public final class RestPaths {

  private static final String VERSION = "/{version:1\\.0|latest}";

  public static final String API = "/rest/api" + VERSION;

  public static final String ACCESS_TOKENS = "/rest/access-tokens" + VERSION;

  public static final String SSH = "/rest/ssh" + VERSION;

  public static final String GPG = "/rest/gpg" + VERSION;

  public static final String KEYS = "/rest/keys" + VERSION;

  public static final String BRANCH_UTILS = "/rest/branch-utils" + VERSION;

  /** {@code 2.0} is the same, too. */
  public static final String BRANCH_PERMISSIONS = "/rest/branch-permissions" + VERSION;

  public static final String GIT = "/rest/git" + VERSION;

  /** Fork synchronisation. */
  public static final String SYNC = "/rest/sync" + VERSION;

  public static final String COMMENT_LIKES = "/rest/comment-likes" + VERSION;

  public static final String AUDIT = "/rest/audit" + VERSION;

  public static final String SEARCH = "/rest/search" + VERSION;

  public static final String JIRA = "/rest/jira" + VERSION;

  public static final String WEBHOOKS = "/rest/webhooks" + VERSION;

  /** Operations that the dialect lacks. */
  public static final String OWN = "/rest/packhouse" + VERSION;

  private RestPaths() {}
}
