package org.packhouse.app.engine.git;

import org.packhouse.app.identity.permission.Permission;

/** A service of a repository, and the permission that it takes. */
public enum GitService {
  UPLOAD_PACK("git-upload-pack", Permission.REPO_READ),
  RECEIVE_PACK("git-receive-pack", Permission.REPO_WRITE),
  /** {@code git archive --remote}. */
  UPLOAD_ARCHIVE("git-upload-archive", Permission.REPO_READ);

  private final String command;
  private final Permission permission;

  GitService(String command, Permission permission) {
    this.command = command;
    this.permission = permission;
  }

  public String command() {
    return command;
  }

  public Permission permission() {
    return permission;
  }
}
