package org.packhouse.cluster.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
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
    ((Logger) LoggerFactory.getLogger(Refusals.class)).addAppender(log);
  }

  @AfterEach
  void stop() {
    ((Logger) LoggerFactory.getLogger(Refusals.class)).detachAppender(log);
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
    assertThat(lines()).doesNotHaveDuplicates();
  }
}
