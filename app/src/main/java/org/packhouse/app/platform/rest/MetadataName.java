package org.packhouse.app.platform.rest;

/**
 * The names under which clients of the REST dialect look for what is added to a branch. Nothing
 * outside this class knows how they look on the wire.
 */
public enum MetadataName {
  /** How many commits a branch has that its base lacks, and the other way round. */
  AHEAD_BEHIND("bitbucket-branch:ahead-behind-metadata-provider"),
  /** The commit that a branch points to. */
  LATEST_COMMIT("bitbucket-branch:latest-commit-metadata"),
  /** The pull request that would merge a branch. */
  OUTGOING_PULL_REQUEST("bitbucket-ref-metadata:outgoing-pull-request-metadata");

  private static final String COMMON = "com.atlassian.bitbucket.server.";

  private final String wireName;

  MetadataName(String name) {
    this.wireName = COMMON + name;
  }

  /** The name of the field. */
  public String wireName() {
    return wireName;
  }
}
