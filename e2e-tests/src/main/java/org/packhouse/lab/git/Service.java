package org.packhouse.lab.git;

/** A service that a client asks of a repository. */
public enum Service {
  /** Fetches. */
  UPLOAD_PACK("git-upload-pack"),
  /** Pushes. */
  RECEIVE_PACK("git-receive-pack");

  private final String command;

  Service(String command) {
    this.command = command;
  }

  String command() {
    return command;
  }
}
