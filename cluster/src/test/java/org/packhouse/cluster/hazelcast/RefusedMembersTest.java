package org.packhouse.cluster.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.cluster.hazelcast.HazelcastOptions.Group;
import org.slf4j.LoggerFactory;

class RefusedMembersTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestingMembers members = new TestingMembers();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  RefusedMembersTest() throws IOException {}

  @BeforeEach
  void listen() {
    log.start();
    ((Logger) LoggerFactory.getLogger(RefusalLog.class)).addAppender(log);
  }

  @AfterEach
  void stop() {
    ((Logger) LoggerFactory.getLogger(RefusalLog.class)).detachAppender(log);
    members.close();
  }

  private List<String> lines() {
    return List.copyOf(log.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void goOnAloneAndBothLogsSayWhy() {
    HazelcastCluster first = members.start(TestingMembers.member("node-1"));
    HazelcastCluster second =
        members.start(TestingMembers.member("node-2"), new Group("tests", "another secret"));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(lines())
                .anyMatch(line -> line.contains("is not let in: it does not have the same"))
                .anyMatch(line -> line.contains("does not let this node in")));
    await().atMost(PATIENCE).until(() -> first.isUp() && second.isUp());
    assertThat(first.membership().members()).hasSize(1);
    assertThat(second.membership().members()).hasSize(1);
    // Each node logs once that it refuses, and once that it is refused.
    assertThat(lines()).hasSizeLessThanOrEqualTo(4);
  }

  /** Connects as a node does, from another address. */
  private Socket stranger() throws IOException {
    Socket socket =
        new Socket(
            InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
            members.options(0, TestingMembers.GROUP).port(),
            InetAddress.getByAddress(new byte[] {127, 0, 0, 2}),
            0);
    socket.getOutputStream().write("PHC2".getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }

  private static void drip(Socket stranger) {
    try {
      stranger.getOutputStream().write('a');
    } catch (IOException e) {
      try {
        stranger.close();
      } catch (IOException again) {
        throw new UncheckedIOException(again);
      }
    }
  }

  @Test
  void membersMeetWhileStrangersHoldTheLineAndSayNothingToTheEnd() throws Exception {
    HazelcastCluster first = members.start(TestingMembers.member("node-1"));
    await().atMost(PATIENCE).until(first::isUp);
    List<Socket> strangers = new ArrayList<>();
    try (ScheduledExecutorService dripping = Executors.newSingleThreadScheduledExecutor()) {
      for (int i = 0; i < 40; i++) {
        strangers.add(stranger());
      }
      var _ =
          dripping.scheduleWithFixedDelay(
              () -> strangers.forEach(RefusedMembersTest::drip), 0, 500, TimeUnit.MILLISECONDS);
      HazelcastCluster second = members.start(TestingMembers.member("node-2"));
      await()
          .atMost(PATIENCE)
          .until(() ->
              first.membership().members().size() == 2
                  && second.membership().members().size() == 2);
      await().atMost(PATIENCE).until(() -> strangers.stream().allMatch(Socket::isClosed));
      dripping.shutdownNow();
    } finally {
      for (Socket stranger : strangers) {
        stranger.close();
      }
    }
  }
}
