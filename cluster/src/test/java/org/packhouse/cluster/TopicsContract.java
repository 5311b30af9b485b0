package org.packhouse.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of every {@link Topics} on one node. */
public abstract class TopicsContract {

  protected final RecordingListener heard = new RecordingListener();

  protected abstract Topics topics();

  protected abstract UUID self();

  @Test
  void tellsEverySubscriberOfTheTopicInOrder() {
    List<String> sent = IntStream.range(0, 100).mapToObj(Integer::toString).toList();
    RecordingListener elsewhere = new RecordingListener();
    try (Subscription _ = topics().subscribe("news", heard);
        Subscription _ = topics().subscribe("weather", elsewhere)) {
      sent.forEach(message -> topics().publish("news", message));
      topics().publish("weather", "rain");
      await().untilAsserted(() -> assertThat(heard.messages()).isEqualTo(sent));
      await().untilAsserted(() -> assertThat(elsewhere.messages()).containsExactly("rain"));
      assertThat(heard.senders()).containsOnly(self());
    }
  }

  @Test
  void goesOnAfterAListenerThatFails() {
    Topics.Listener failing =
        new Topics.Listener() {
          @Override
          public void onMessage(UUID sender, String message) {
            throw new IllegalStateException(message);
          }

          @Override
          public void onGap() {
            throw new IllegalStateException("gap");
          }
        };
    try (Subscription _ = topics().subscribe("news", failing);
        Subscription _ = topics().subscribe("news", heard)) {
      topics().publish("news", "a");
      topics().publish("news", "b");
      await().untilAsserted(() -> assertThat(heard.messages()).containsExactly("a", "b"));
    }
  }

  @Test
  void tellsNothingAfterTheEnd() {
    topics().subscribe("news", heard).close();
    RecordingListener others = new RecordingListener();
    try (Subscription _ = topics().subscribe("news", others)) {
      topics().publish("news", "late");
      await().untilAsserted(() -> assertThat(others.messages()).containsExactly("late"));
    }
    assertThat(heard.messages()).isEmpty();
  }

  @Test
  void takesAnyTextUpToItsLimitAndNoneBeyondIt() {
    String longest = "ü ".repeat(Topics.MAX_BYTES / 3).concat("x".repeat(Topics.MAX_BYTES % 3));
    try (Subscription _ = topics().subscribe("news", heard)) {
      topics().publish("news", longest);
      topics().publish("news", "");
      await().untilAsserted(() -> assertThat(heard.messages()).containsExactly(longest, ""));
    }
    assertThatThrownBy(() -> topics().publish("news", longest + "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A message to news has 7001 bytes, and may have 7000");
    assertThatThrownBy(() -> topics().publish("two words", "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'two words' is no topic");
  }
}
