package org.packhouse.app.ssh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.packhouse.app.auth.AuthenticationFailedException;
import org.packhouse.app.git.GitAccess;
import org.packhouse.app.git.GitExchange;
import org.packhouse.app.git.GitRefusedException;
import org.packhouse.app.git.GitRefusedException.Reason;
import org.packhouse.app.git.GitRepository;
import org.packhouse.app.git.GitWire;
import org.packhouse.app.git.ProtocolVersion;
import org.packhouse.app.permission.Caller;
import org.packhouse.app.throttle.Tickets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What clients may run: git's three commands, and a greeting for a login without one. */
final class GitCommands {

  private static final Logger LOG = LoggerFactory.getLogger(GitCommands.class);

  private static final int MOST_MOVES = 5;

  private static final String ONLY_GIT =
      "Only git is served here: git-upload-pack, git-receive-pack and git-upload-archive.";

  private final GitAccess access;
  private final GitWire wire;

  GitCommands(GitAccess access, GitWire wire) {
    this.access = access;
    this.wire = wire;
  }

  /** Says hello to somebody who signed in without a command. */
  static int greet(CommandStreams streams) {
    Caller caller = streams.identity().caller();
    String name = caller.user() == null ? "an access key" : caller.user().displayName();
    streams.tell(
        "Hello %s, you are signed in with a key that works. Shell access is not supported."
            .formatted(name));
    return 1;
  }

  /** Refuses a subsystem such as {@code sftp}. */
  static int refuseSubsystem(CommandStreams streams, String name) {
    streams.tell("The subsystem \"%s\" is not supported. %s".formatted(name, ONLY_GIT));
    return 1;
  }

  /** Runs a command line; returns its exit status. */
  int run(CommandStreams streams, String commandLine) throws IOException {
    Optional<GitRequest> request;
    try {
      request = GitRequest.parse(commandLine);
    } catch (IllegalArgumentException e) {
      streams.tell(String.valueOf(e.getMessage()));
      return 1;
    }
    if (request.isEmpty()) {
      streams.tell("The command \"%s\" is not supported. %s".formatted(commandLine, ONLY_GIT));
      return 1;
    }
    try {
      serve(streams, request.get(), open(streams, request.get()));
      return 0;
    } catch (GitRefusedException | AuthenticationFailedException | Tickets.BusyException e) {
      streams.tell(String.valueOf(e.getMessage()));
      return 1;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private GitRepository open(CommandStreams streams, GitRequest request)
      throws GitRefusedException, AuthenticationFailedException {
    String path = request.path();
    for (int moves = 0; ; moves++) {
      try {
        return access.open(streams.identity().credential(), path, request.service());
      } catch (GitRefusedException e) {
        String movedTo = e.movedTo();
        if (e.reason() != Reason.MOVED || movedTo == null || moves == MOST_MOVES) {
          throw e;
        }
        // SSH knows no redirect: the repository is served from where it is, with a word about it.
        streams.tell("warning: " + e.getMessage());
        path = movedTo;
      }
    }
  }

  private void serve(CommandStreams streams, GitRequest request, GitRepository repository)
      throws IOException {
    GitExchange exchange =
        new GitExchange(
            repository,
            ProtocolVersion.parse(streams.gitProtocol()),
            false,
            streams.in(),
            streams.out(),
            streams.client(),
            operation -> LOG.debug("{} {}", operation, repository.repository()));
    switch (request.service()) {
      case UPLOAD_PACK -> wire.uploadPack(exchange);
      case RECEIVE_PACK -> wire.receivePack(exchange);
      case UPLOAD_ARCHIVE -> wire.uploadArchive(exchange);
    }
  }
}
