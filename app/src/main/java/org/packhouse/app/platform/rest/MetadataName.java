package org.packhouse.app.platform.rest;

/** Names of a branch's metadata in REST. Only this class knows their form on the wire. */
public enum MetadataName {
  /** Commits that a branch has and its base lacks, and the other way round. */
  AHEAD_BEHIND("bitbucket-branch:ahead-behind-metadata-provider"),
  LATEST_COMMIT("bitbucket-branch:latest-commit-metadata"),
  OUTGOING_PULL_REQUEST("bitbucket-ref-metadata:outgoing-pull-request-metadata");

  private static final String COMMON = "com.atlassian.bitbucket.server.";

  private final String wireName;

  MetadataName(String name) {
    this.wireName = COMMON + name;
  }

  public String wireName() {
    return wireName;
  }
}
