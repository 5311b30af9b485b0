package org.packhouse.app.notice.webhook;

import java.util.Arrays;
import java.util.Optional;

/** An event that webhooks can ask for. */
public enum WebhookEvent {
  REFS_CHANGED("repo:refs_changed", "Push"),
  REPOSITORY_MODIFIED("repo:modified", "Repository changed"),
  DEFAULT_BRANCH_MODIFIED("repo:default_branch_modified", "Default branch changed"),
  /** Never happens: pushes with secrets are rejected and change nothing. */
  SECRET_DETECTED("repo:secret_detected", "Secret found"),
  FORKED("repo:forked", "Fork"),
  COMMENT_ADDED("repo:comment:added", "Comment on a commit added"),
  COMMENT_EDITED("repo:comment:edited", "Comment on a commit edited"),
  COMMENT_DELETED("repo:comment:deleted", "Comment on a commit deleted"),
  PROJECT_MODIFIED("project:modified", "Project changed"),
  /** Never happens: there are no mirrors. */
  MIRROR_SYNCHRONIZED("mirror:repo_synchronized", "Mirror synchronised"),
  OPENED("pr:opened", "Opened"),
  FROM_REF_UPDATED("pr:from_ref_updated", "Source branch updated"),
  MODIFIED("pr:modified", "Title, description or target changed"),
  REVIEWERS_UPDATED("pr:reviewer:updated", "Reviewers changed"),
  APPROVED("pr:reviewer:approved", "Approved"),
  UNAPPROVED("pr:reviewer:unapproved", "Approval taken back"),
  NEEDS_WORK("pr:reviewer:needs_work", "Needs work"),
  /** The name in later versions of the dialect. */
  CHANGES_REQUESTED("pr:reviewer:changes_requested", "Needs work, by its newer name"),
  MERGED("pr:merged", "Merged"),
  DECLINED("pr:declined", "Declined"),
  REOPENED("pr:reopened", "Reopened"),
  DELETED("pr:deleted", "Deleted"),
  PULL_REQUEST_COMMENT_ADDED("pr:comment:added", "Comment added"),
  PULL_REQUEST_COMMENT_EDITED("pr:comment:edited", "Comment edited"),
  PULL_REQUEST_COMMENT_DELETED("pr:comment:deleted", "Comment deleted"),
  PING("diagnostics:ping", "Test");

  private final String key;
  private final String word;

  WebhookEvent(String key, String word) {
    this.key = key;
    this.word = word;
  }

  public String word() {
    return word;
  }

  public String key() {
    return key;
  }

  /** Returns whether the event ever happens; clients may ask for it all the same. */
  public boolean happens() {
    return this != MIRROR_SYNCHRONIZED && this != SECRET_DETECTED;
  }

  public static Optional<WebhookEvent> of(String key) {
    return Arrays.stream(values()).filter(event -> event.key.equals(key)).findFirst();
  }
}
