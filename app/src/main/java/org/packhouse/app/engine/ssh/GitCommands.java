package org.packhouse.app.engine.ssh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.GitAccess;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.GitRefusedException;
import org.packhouse.app.engine.git.GitRefusedException.Reason;
import org.packhouse.app.engine.git.GitRepository;
import org.packhouse.app.engine.git.GitWire;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.ratelimit.RateLimitExceededException;
import org.packhouse.app.identity.ratelimit.RateLimiter;
import org.packhouse.app.identity.signin.AuthenticationFailedException;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.cluster.NodeState;
import org.springframework.stereotype.Component;

/** The commands that clients may run: git's three, and a greeting for a login without a command. */
@Component
final class GitCommands {

  private static final int MAX_MOVES = 5;

  private static final String ONLY_GIT =
      "Only git is served here: git-upload-pack, git-receive-pack and git-upload-archive.";

  private final GitAccess access;
  private final GitWire wire;
  private final RateLimiter limiter;
  private final NodeStatus node;

  GitCommands(GitAccess access, GitWire wire, RateLimiter limiter, NodeStatus node) {
    this.node = node;
    this.access = access;
    this.wire = wire;
    this.limiter = limiter;
  }

  /** Returns whether this node takes no new work; does not block. */
  boolean isDraining() {
    return node.isDraining();
  }

  static int greet(CommandStreams streams) {
    Caller caller = streams.identity().caller();
    String name = caller.user() == null ? "an access key" : caller.user().displayName();
    streams.tell(
        "Hello %s, you are signed in with a key that works. Shell access is not supported."
            .formatted(name));
    return 1;
  }

  static int refuseSubsystem(CommandStreams streams, String name) {
    streams.tell("The subsystem \"%s\" is not supported. %s".formatted(name, ONLY_GIT));
    return 1;
  }

  /** Runs a command line, which rate limits count as a request, and returns its exit status. */
  int run(CommandStreams streams, String commandLine) throws IOException {
    String closed = closed(node.admission());
    if (closed != null) {
      streams.tell(closed);
      return 1;
    }
    try {
      limiter.take(streams.identity().caller(), streams.client().getHostString());
    } catch (RateLimitExceededException e) {
      streams.tell(String.valueOf(e.getMessage()));
      return 1;
    }
    return runAdmitted(streams, commandLine);
  }

  private int runAdmitted(CommandStreams streams, String commandLine) throws IOException {
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
      GitRepository repository = open(streams, request.get());
      streams.logged().user(repository.caller().name());
      streams.logged().repository(repository.repository().path());
      serve(streams, request.get(), repository);
      return 0;
    } catch (Tickets.BusyException e) {
      // The engine has told the client in words of the protocol.
      return 1;
    } catch (GitRefusedException | AuthenticationFailedException e) {
      streams.tell(String.valueOf(e.getMessage()));
      return 1;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static @Nullable String closed(NodeState state) {
    return switch (state) {
      case STARTING -> "The server is starting. Try again in a moment.";
      case MAINTENANCE -> "The server is in maintenance. Try again later.";
      case FIRST_RUN -> "The server is not set up yet.";
      case ERROR -> "The server cannot reach its data. Try again later.";
      case ACTIVE, DRAINING, STOPPING -> null;
    };
  }

  private GitRepository open(CommandStreams streams, GitRequest request)
      throws GitRefusedException, AuthenticationFailedException {
    String path = request.path();
    for (int moves = 0; ; moves++) {
      try {
        return access.open(streams.identity().credential(), path, request.service());
      } catch (GitRefusedException e) {
        String movedTo = e.movedTo();
        if (e.reason() != Reason.MOVED || movedTo == null || moves == MAX_MOVES) {
          throw e;
        }
        // SSH knows no redirect: the repository is served from its new path, with a warning.
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
            streams);
    switch (request.service()) {
      case UPLOAD_PACK -> wire.uploadPack(exchange);
      case RECEIVE_PACK -> wire.receivePack(exchange);
      case UPLOAD_ARCHIVE -> wire.uploadArchive(exchange);
    }
  }
}
