package org.packhouse.hooks;

import java.util.Arrays;
import java.util.Optional;

/** The cause of a ref move, stored by its text. */
public enum RefCause {
  PUSH("push"),
  /** A commit by REST or on a page. */
  EDIT("edit"),
  /** By REST or on a page. */
  CREATE_BRANCH("create-branch"),
  /** By REST or on a page. */
  DELETE_BRANCH("delete-branch"),
  /** Created or replaced by REST or on a page. */
  CREATE_TAG("create-tag"),
  /** By REST or on a page. */
  DELETE_TAG("delete-tag"),
  SET_HEAD("set-head"),
  /** A fork follows its origin, automatically or on request. */
  FORK_SYNC("fork-sync"),
  /** A pull request is merged. */
  MERGE("merge"),
  /** A merge deletes the source branch. */
  DELETE_SOURCE("delete-source"),
  /** A pull request's source branch is rebased onto its target. */
  REBASE("rebase"),
  /** The server writes refs of a pull request. */
  PULL_REQUEST("pull-request", true),
  /** The server fills a new fork. */
  FORK("fork", true),
  /** The server adopts an import. */
  IMPORT("import", true),
  /** The server keeps a commit with comments reachable. */
  KEEP("keep", true),
  /** The server records what another program moved on disk. */
  FOUND_ON_DISK("found-on-disk", true);

  private final String text;
  private final boolean server;

  RefCause(String text) {
    this(text, false);
  }

  RefCause(String text, boolean server) {
    this.text = text;
    this.server = server;
  }

  public String text() {
    return text;
  }

  /** Returns whether the server itself acts, exempt from rules and checks. */
  public boolean isServer() {
    return server;
  }

  public static Optional<RefCause> of(String text) {
    return Arrays.stream(values()).filter(cause -> cause.text.equals(text)).findFirst();
  }
}
