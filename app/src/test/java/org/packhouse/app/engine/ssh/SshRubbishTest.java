package org.packhouse.app.engine.ssh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.node.SshEndpoint;
import org.packhouse.app.testing.TestingServer;
import org.slf4j.LoggerFactory;

/** Clients at the SSH port that speak no SSH, as scanners do all day. */
class SshRubbishTest {

  private static final int MANY = 20;

  private final TestingServer server = TestingServer.shared();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    root().addAppender(log);
  }

  @AfterEach
  void stop() {
    root().detachAppender(log);
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }

  @Test
  void isALineAMinuteAtMost() throws IOException {
    List<Socket> clients = new ArrayList<>();
    try {
      for (int i = 0; i < MANY; i++) {
        clients.add(say("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
        clients.add(say("SSH-2.0-scanner\r\n" + "\377\376\375\374".repeat(200)));
        clients.add(say("SSH-1.5-old\r\n"));
      }
      await().until(() -> !lines().isEmpty());
      assertThat(lines())
          .singleElement()
          .asString()
          .contains(
              "Connections that failed before anybody had signed in: ",
              ", the last from /127.0.0.1");
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  private List<String> lines() {
    return List.copyOf(log.list).stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .filter(event -> event.getLoggerName().contains("ssh"))
        .map(event -> event.getLoggerName() + " " + event.getFormattedMessage())
        .toList();
  }

  /** Says something, and hears that there is a server. */
  private Socket say(String rubbish) throws IOException {
    int port = server.get(SshEndpoint.class).port().orElseThrow();
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.getOutputStream().write(rubbish.getBytes(ISO_8859_1));
    assertThat(socket.getInputStream().readNBytes(3)).asString().isEqualTo("SSH");
    return socket;
  }
}
