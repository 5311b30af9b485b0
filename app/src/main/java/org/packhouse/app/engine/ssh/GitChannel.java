package org.packhouse.app.engine.ssh;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.channel.PtyMode;
import org.apache.sshd.common.channel.RequestHandler;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.session.ServerSession;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.ClientNetwork;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.platform.database.InterruptibleWork;
import org.packhouse.app.platform.node.AccessLog;
import org.packhouse.app.platform.node.LoggedRequest;
import org.packhouse.app.platform.node.SharedHomeAwayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One command of a client: an SSH channel of type {@code session}, on a virtual thread of its own.
 * When the client closes the channel or the connection ends, the streams fail and the thread is
 * interrupted, though not in the database, so that the command cleans up after itself.
 */
final class GitChannel extends ChannelSession {

  private static final Logger LOG = LoggerFactory.getLogger(GitChannel.class);

  static final String TYPE = "session";

  private static final int MAX_PROTOCOL_LENGTH = 200;

  /** Work of a command; returns the exit status. */
  @FunctionalInterface
  private interface Work {
    int run(CommandStreams streams) throws IOException;
  }

  private record Command(String line, Work work) {}

  private final GitCommands commands;
  private final AccessLog accessLog;
  private final RunningCommands running;
  private final SshSettings settings;
  private final InterruptibleWork work = new InterruptibleWork();
  private final AtomicBoolean started = new AtomicBoolean();
  private final SendWindow window = new SendWindow(getRemoteWindow());
  private @Nullable ChannelInput input;
  private @Nullable Command command;
  private @Nullable String gitProtocol;
  private boolean terminal;
  private volatile @Nullable String stopReason;

  GitChannel(
      GitCommands commands, AccessLog accessLog, RunningCommands running, SshSettings settings) {
    this.commands = commands;
    this.accessLog = accessLog;
    this.running = running;
    this.settings = settings;
  }

  @Override
  protected void configureWindow() {
    super.configureWindow();
    input = new ChannelInput(getLocalWindow(), connection().input());
    setDataReceiver(input);
  }

  Connection connection() {
    return (Connection) getSession().getIoSession();
  }

  GitSession session() {
    return (GitSession) getSession();
  }

  SendWindow window() {
    return window;
  }

  @Override
  public void handleWindowAdjust(Buffer buffer) throws IOException {
    super.handleWindowAdjust(buffer);
    window.widened();
  }

  /** Wakes threads that wait for the client, so that they check their time limit. */
  void wake() {
    window.wake();
    connection().output().wake();
  }

  @Override
  protected void preClose() {
    super.preClose();
    window.wake();
  }

  @Override
  protected RequestHandler.Result handleEnvParsed(String name, String value) {
    if (name.equals("GIT_PROTOCOL") && value.length() <= MAX_PROTOCOL_LENGTH) {
      gitProtocol = value;
    }
    return RequestHandler.Result.ReplySuccess;
  }

  @Override
  protected RequestHandler.Result handlePtyReqParsed(
      String term, int columns, int rows, int width, int height, Map<PtyMode, Integer> modes) {
    terminal = true;
    return RequestHandler.Result.ReplySuccess;
  }

  @Override
  protected RequestHandler.Result handleWindowChangeParsed(
      int columns, int rows, int width, int height) {
    return RequestHandler.Result.ReplySuccess;
  }

  @Override
  protected RequestHandler.Result handleSignalParsed(String name) {
    stop("The client sent signal " + name);
    return RequestHandler.Result.ReplySuccess;
  }

  @Override
  protected RequestHandler.Result handleBreakParsed(long length) {
    return RequestHandler.Result.ReplyFailure;
  }

  @Override
  protected RequestHandler.Result handleAgentForwardingParsed(String request) {
    return RequestHandler.Result.ReplyFailure;
  }

  @Override
  protected RequestHandler.Result handleX11ForwardingParsed(
      String request,
      ServerSession session,
      boolean single,
      String protocol,
      String cookie,
      int screen) {
    return RequestHandler.Result.ReplyFailure;
  }

  @Override
  protected RequestHandler.Result handleShellParsed(String request) {
    return accept(new Command("shell", GitCommands::greet));
  }

  @Override
  protected RequestHandler.Result handleSubsystemParsed(String request, String subsystem) {
    return accept(
        new Command(
            "subsystem " + subsystem, streams -> GitCommands.refuseSubsystem(streams, subsystem)));
  }

  @Override
  protected RequestHandler.Result handleExecParsed(String request, String commandLine) {
    return accept(new Command(commandLine, streams -> commands.run(streams, commandLine)));
  }

  private RequestHandler.Result accept(Command asked) {
    if (isClosing() || command != null) {
      return RequestHandler.Result.ReplyFailure;
    }
    command = asked;
    return RequestHandler.Result.ReplySuccess;
  }

  /** The command starts after the client has been told that it was accepted. */
  @Override
  protected IoWriteFuture sendResponse(
      Buffer buffer, String request, RequestHandler.Result result, boolean wantReply)
      throws IOException {
    IoWriteFuture future = super.sendResponse(buffer, request, result, wantReply);
    Command accepted = command;
    if (accepted != null && started.compareAndSet(false, true)) {
      Thread.ofVirtual().name("ssh-command-" + getChannelId()).start(() -> run(accepted));
    }
    return future;
  }

  private void run(Command accepted) {
    ClientOutput stdout = output(SshConstants.SSH_MSG_CHANNEL_DATA);
    ClientOutput stderr = output(SshConstants.SSH_MSG_CHANNEL_EXTENDED_DATA);
    CommandStreams streams = streams(accepted, stdout, stderr);
    LoggedRequest logged = streams.logged();
    int status = 1;
    running.add(this);
    try {
      int[] returned = {status};
      work.run(() -> returned[0] = accepted.work.run(streams));
      status = returned[0];
      stdout.flush();
      if (stopReason != null) {
        throw new InterruptedIOException("Stopped");
      }
    } catch (IOException | RuntimeException e) {
      status = 1;
      report(streams, e);
    } finally {
      // A late interrupt must not break the closing messages.
      Thread.interrupted();
      logged.status(status);
      logged.bytes(streams.in().taken(), stdout.sent());
      logged.end();
      finish(status);
    }
  }

  private ClientOutput output(byte type) {
    return new ClientOutput(this, type, settings.idleTimeout());
  }

  private CommandStreams streams(Command accepted, ClientOutput stdout, ClientOutput stderr) {
    ServerSession session = getSession();
    SshIdentity identity = session.getAttribute(SshIdentity.KEY);
    if (identity == null || input == null) {
      throw new IllegalStateException("A command before authentication: " + session);
    }
    InetSocketAddress client = (InetSocketAddress) session.getClientAddress();
    String address =
        client.isUnresolved() ? client.getHostString() : client.getAddress().getHostAddress();
    LoggedRequest logged =
        accessLog.begin(
            new AccessLog.Start("ssh", address, accepted.line, session.getClientVersion()));
    logged.user(identity.caller().name());
    work.origin(ClientNetwork.of(address));
    logged.session(HexFormat.of().formatHex(session.getSessionId(), 0, 4));
    return new CommandStreamsBuilder()
        .identity(identity)
        .in(input)
        .out(stdout)
        .err(stderr)
        .client(client)
        .gitProtocol(gitProtocol)
        .terminal(terminal)
        .logged(logged)
        .stop(this::stop)
        .build();
  }

  private void report(CommandStreams streams, Exception e) {
    String reason = stopReason;
    if (reason != null) {
      LOG.info("A command of {} was stopped: {}", streams.identity().caller().name(), reason);
      Thread.interrupted();
      streams.tell(reason + ".");
    } else if (e instanceof SocketTimeoutException) {
      LOG.info(
          "A command of {} was stopped: its client took no output for {} s",
          streams.identity().caller().name(),
          settings.idleTimeout().toSeconds());
    } else if (isClosing()) {
      LOG.debug("The client {} went away", streams.client(), e);
    } else {
      tellFailure(streams, e);
    }
  }

  private static void tellFailure(CommandStreams streams, Exception failure) {
    String user = streams.identity().caller().name();
    DatabaseTrouble trouble = DatabaseTrouble.of(failure);
    if (SharedHomeAwayException.isCauseOf(failure)) {
      LOG.atLevel(SharedHomeAwayException.level(failure))
          .log("A command of {} failed: {}", user, failure.getMessage());
      streams.tell(SharedHomeAwayException.sentence(failure));
    } else if (trouble == null) {
      LOG.error("A command of {} failed", user, failure);
      streams.tell("The server failed to serve this command; its log says why.");
    } else {
      LOG.warn("A command of {} failed: {}", user, DatabaseTrouble.causeOf(failure));
      streams.tell(trouble.sentence());
    }
  }

  private void finish(int status) {
    if (input != null) {
      input.stop();
    }
    try {
      if (!isClosing()) {
        // A client that needs nothing more closes as soon as it has the end of the output, and
        // would not hear the status behind it.
        sendExitStatus(status);
        sendEof();
      }
    } catch (IOException e) {
      LOG.debug("The exit status {} did not reach {}", status, getSession(), e);
    } finally {
      // A server that stops waits until the client has the status: without it, git reports failure.
      close(false).addListener(closed -> running.remove(this));
    }
  }

  /** Ends the command with a sentence (without full stop) for the user. */
  void stop(String reason) {
    stopReason = reason;
    interrupt();
  }

  private void interrupt() {
    if (input != null) {
      input.stop();
    }
    work.interrupt();
  }

  @Override
  protected void closeImmediately0() {
    interrupt();
    super.closeImmediately0();
  }
}
