package org.packhouse.app.engine.git;

import org.packhouse.app.identity.permission.Permission;

/** A service that a client asks of a repository, and the permission that it takes. */
public enum GitService {
  /** Clone and fetch. */
  UPLOAD_PACK("git-upload-pack", Permission.REPO_READ),
  /** Push. */
  RECEIVE_PACK("git-receive-pack", Permission.REPO_WRITE),
  /** {@code git archive --remote}. */
  UPLOAD_ARCHIVE("git-upload-archive", Permission.REPO_READ);

  private final String command;
  private final Permission permission;

  GitService(String command, Permission permission) {
    this.command = command;
    this.permission = permission;
  }

  /** The name on the wire: {@code git-upload-pack}. */
  public String command() {
    return command;
  }

  /** What the caller must hold on the repository. */
  public Permission permission() {
    return permission;
  }
}
