package org.packhouse.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of every {@link Topics}. */
public abstract class TopicsContract {

  private final List<String> heard = new CopyOnWriteArrayList<>();

  /** The topics to test. */
  protected abstract Topics topics();

  @Test
  void tellsEverySubscriberOfTheTopicInOrder() {
    List<String> sent = IntStream.range(0, 100).mapToObj(Integer::toString).toList();
    List<String> elsewhere = new CopyOnWriteArrayList<>();
    try (Subscription _ = topics().subscribe("news", heard::add);
        Subscription _ = topics().subscribe("weather", elsewhere::add)) {
      sent.forEach(message -> topics().publish("news", message));
      topics().publish("weather", "rain");
      await().untilAsserted(() -> assertThat(heard).isEqualTo(sent));
      await().untilAsserted(() -> assertThat(elsewhere).containsExactly("rain"));
    }
  }

  @Test
  void goesOnAfterAListenerThatFails() {
    try (Subscription _ =
            topics()
                .subscribe(
                    "news",
                    message -> {
                      throw new IllegalStateException(message);
                    });
        Subscription _ = topics().subscribe("news", heard::add)) {
      topics().publish("news", "a");
      topics().publish("news", "b");
      await().untilAsserted(() -> assertThat(heard).containsExactly("a", "b"));
    }
  }

  @Test
  void tellsNothingAfterTheEnd() {
    topics().subscribe("news", heard::add).close();
    List<String> others = new CopyOnWriteArrayList<>();
    try (Subscription _ = topics().subscribe("news", others::add)) {
      topics().publish("news", "late");
      await().untilAsserted(() -> assertThat(others).containsExactly("late"));
    }
    assertThat(heard).isEmpty();
  }
}
