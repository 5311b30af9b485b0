package org.packhouse.hooks;

import java.util.Arrays;
import java.util.Optional;

/** A cause by which a ref is moved. The rows of ref moves keep its text. */
public enum RefCause {
  /** A client's {@code git push}. */
  PUSH("push"),
  /** A commit that was made by REST or on a page. */
  EDIT("edit"),
  /** A branch made by REST or on a page. */
  CREATE_BRANCH("create-branch"),
  /** A branch deleted by REST or on a page. */
  DELETE_BRANCH("delete-branch"),
  /** A tag made or replaced by REST or on a page. */
  CREATE_TAG("create-tag"),
  /** A tag deleted by REST or on a page. */
  DELETE_TAG("delete-tag"),
  /** HEAD is pointed at another branch. */
  SET_HEAD("set-head"),
  /** A fork follows its origin, by itself or when somebody asks. */
  FORK_SYNC("fork-sync"),
  /** A pull request is merged. */
  MERGE("merge"),
  /** The source branch of a pull request goes when it is merged. */
  DELETE_SOURCE("delete-source"),
  /** The source branch of a pull request is rebased onto its target. */
  REBASE("rebase"),
  /** The server writes the refs of a pull request. */
  PULL_REQUEST("pull-request", true),
  /** The server fills a new fork with what its origin has. */
  FORK("fork", true),
  /** The server takes an import over. */
  IMPORT("import", true),
  /** The server keeps a commit that somebody has said something of. */
  KEEP("keep", true),
  /** The server writes down what another program has moved on disk. */
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

  /** What is stored. */
  public String text() {
    return text;
  }

  /** Whether the server itself is at work, which no rule and no check holds. */
  public boolean isServer() {
    return server;
  }

  /** The cause that is stored so; empty: none that is known here. */
  public static Optional<RefCause> of(String text) {
    return Arrays.stream(values()).filter(cause -> cause.text.equals(text)).findFirst();
  }
}
