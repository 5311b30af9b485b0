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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.node.SshEndpoint;
import org.packhouse.app.testing.TestingServer;
import org.slf4j.LoggerFactory;

/** Clients at the SSH port that speak no SSH, as scanners do all day. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
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

  /** Comes first, for what the others say makes the line of a minute too. */
  @Test
  @Order(1)
  void isALineAMinuteAtMost() throws IOException {
    List<Socket> clients = new ArrayList<>();
    try {
      for (int i = 0; i < MANY; i++) {
        clients.add(say("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
        clients.add(say("SSH-2.0-scanner\r\n" + "\377\376\375\374".repeat(200)));
        clients.add(say("SSH-1.5-old\r\n"));
      }
      await().atMost(Duration.ofSeconds(90)).until(() -> !lines().isEmpty());
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /",
        "\r\n",
        "\026\003\001\002\000\001",
        "\0",
        "SSL",
        "ssh-2.0-small\r\n",
        "A line before\r\nSSH-2.0-late\r\n"
      })
  void isRefusedWithItsFirstBytes(String rubbish) throws IOException {
    assertThat(answer(rubbish)).contains("This is an SSH server: a client begins with its version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SSH-1.5-old\r\n", "SSH-2.0\r\n", "SSH-3.0-next\r\n"})
  void isRefusedByItsVersion(String rubbish) throws IOException {
    assertThat(answer(rubbish)).contains("Unsupported protocol version: " + rubbish.strip());
  }

  /** Lines longer than RFC 4253 allows, and none that ends. */
  @Test
  void isRefusedWhenItsVersionIsTooLong() throws IOException {
    answer("SSH-2.0-" + "x".repeat(300) + "\r\n");
    answer("SSH-2.0-" + "x".repeat(300));
  }

  /** All that the server says until it closes, which is long before the time to sign in is over. */
  private String answer(String rubbish) throws IOException {
    try (Socket client = say(rubbish)) {
      client.setSoTimeout(15_000);
      return new String(client.getInputStream().readAllBytes(), ISO_8859_1);
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
