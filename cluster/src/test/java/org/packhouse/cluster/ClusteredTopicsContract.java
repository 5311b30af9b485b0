package org.packhouse.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link Topics} between two nodes. */
public abstract class ClusteredTopicsContract extends TopicsContract {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Returns the topics of another node; both see each other. */
  protected abstract Topics others();

  /** Loses messages while something runs; whether nodes see each other is up to the adapter. */
  protected abstract void whileNothingArrives(Runnable something) throws Exception;

  @Test
  void tellsTheOtherNodeInOrderAndFromWhom() {
    List<String> sent = IntStream.range(0, 1000).mapToObj(Integer::toString).toList();
    try (Subscription _ = others().subscribe("news", heard)) {
      sent.forEach(message -> topics().publish("news", message));
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard.messages()).isEqualTo(sent));
      assertThat(heard.senders()).containsOnly(self());
    }
  }

  @Test
  void takesTheLongestMessageToTheOtherNode() {
    String longest = "x".repeat(Topics.MAX_BYTES);
    try (Subscription _ = others().subscribe("n".repeat(100), heard)) {
      topics().publish("n".repeat(100), longest);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(heard.messages()).containsExactly(longest));
    }
  }

  @Test
  void tellsOfAGapWhenTheLastMessagesWereLost() throws Exception {
    try (Subscription _ = others().subscribe("news", heard)) {
      topics().publish("news", "before");
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(heard.messages()).containsExactly("before"));
      int gaps = heard.gaps();
      whileNothingArrives(() -> topics().publish("news", "lost"));
      await().atMost(PATIENCE).until(() -> heard.gaps() > gaps);
      topics().publish("news", "after");
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard.messages()).endsWith("after"));
    }
  }
}
