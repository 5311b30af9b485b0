package org.packhouse.app.engine.ssh;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.common.util.buffer.Buffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts signed-in sessions, and sends keep-alive requests to clients that wait for a command: they
 * keep firewalls from forgetting a silent connection, and show that a client has vanished.
 */
final class SessionWatch implements SessionListener {

  private static final Logger LOG = LoggerFactory.getLogger(SessionWatch.class);

  private static final int SILENCES = 4;

  private final SshSettings settings;
  private final RunningCommands running;
  private final Set<Session> signedIn = ConcurrentHashMap.newKeySet();

  SessionWatch(SshSettings settings, RunningCommands running) {
    this.settings = settings;
    this.running = running;
  }

  int signedIn() {
    return signedIn.size();
  }

  @Override
  public void sessionEvent(Session session, Event event) {
    if (event != Event.Authenticated) {
      return;
    }
    signedIn.add(session);
    // A time limit may have closed it meanwhile, of which this has been told already.
    if (session.isOpen()) {
      ((Connection) session.getIoSession()).authenticated();
    } else {
      signedIn.remove(session);
    }
  }

  /** Returns whether one more session may sign in; if not, disconnects it with a reason. */
  boolean admits(Session session) {
    if (signedIn.size() < settings.maxSessions()) {
      return true;
    }
    try {
      session.disconnect(
          SshConstants.SSH2_DISCONNECT_TOO_MANY_CONNECTIONS,
          "The server serves %d SSH sessions already, which is its limit. Please try again."
              .formatted(settings.maxSessions()));
    } catch (IOException e) {
      session.close(true);
    }
    return false;
  }

  @Override
  public void sessionClosed(Session session) {
    signedIn.remove(session);
  }

  /** Asks silent clients, and closes sessions that do not answer; called at intervals. */
  void check() {
    running.stopOlderThan(settings.executionTimeout());
    running.all().stream().map(GitChannel::getSession).distinct().forEach(this::check);
  }

  private void check(Session session) {
    long silent = System.nanoTime() - ((Connection) session.getIoSession()).lastHeard();
    long interval = settings.keepAlive().toNanos();
    if (silent > SILENCES * interval) {
      LOG.info("{} has been silent for {} s: closed", session, silent / 1_000_000_000);
      session.close(true);
    } else if (silent > interval) {
      ask(session);
    }
  }

  private static void ask(Session session) {
    try {
      String name = "keepalive@openssh.com";
      Buffer question = session.createBuffer(SshConstants.SSH_MSG_GLOBAL_REQUEST);
      question.putString(name);
      question.putBoolean(true);
      session.request(question, name, (code, response) -> {});
    } catch (IOException e) {
      LOG.debug("{} could not be asked whether it is there", session, e);
    }
  }
}
