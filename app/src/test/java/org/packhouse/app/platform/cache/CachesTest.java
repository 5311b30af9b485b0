package org.packhouse.app.platform.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class CachesTest {

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Caches caches = new Caches(meters);

  @Test
  void listsWhatCachesHoldAndHowOftenTheyAreHit() {
    Cache<String, String> texts =
        caches.build(
            "texts",
            "Long texts",
            Caffeine.newBuilder()
                .executor(Runnable::run)
                .maximumWeight(100)
                .weigher((String _, String text) -> text.length()));
    caches.build("names", "Names", 2);
    assertThat(Caches.get(texts, "a", () -> "seven..")).isEqualTo("seven..");
    assertThat(Caches.get(texts, "a", () -> "other")).isEqualTo("seven..");
    assertThat(caches.states())
        .containsExactly(
            new Caches.State("names", "Names", 0, 0, 2L, null),
            new Caches.State("texts", "Long texts", 1, 7, 100L, 0.5));
    assertThat(gets("texts", "hit")).isOne();
    assertThat(gets("texts", "miss")).isOne();
    assertThat(meters.get("memory.cache.entries").tag("cache", "texts").gauge().value()).isOne();
  }

  private double gets(String cache, String outcome) {
    return meters
        .get("memory.cache.gets")
        .tags("cache", cache, "outcome", outcome)
        .functionCounter()
        .count();
  }

  @Test
  void twoCachesHaveTwoNames() {
    caches.build("texts", "Texts", 1);
    assertThatIllegalStateException().isThrownBy(() -> caches.build("texts", "Texts", 1));
  }

  @Test
  void whatCannotBeLoadedIsNotCached() {
    Cache<String, String> texts = caches.build("texts", "Texts", 1);
    assertThatIOException()
        .isThrownBy(() ->
            Caches.<String, String, IOException>get(
                texts,
                "a",
                () -> {
                  throw new IOException();
                }));
    assertThat(Caches.get(texts, "a", () -> "text")).isEqualTo("text");
  }

  @Test
  void aValueIsFoundUnderItsOwnStampOnly() {
    StampedCache<Long, String> names = caches.buildStamped("names", "Names", 2);
    assertThat(names.get(1L, 10, () -> "ada")).isEqualTo("ada");
    assertThat(names.get(1L, 10, () -> "eve")).isEqualTo("ada");
    assertThat(names.find(1L, 11)).isNull();
    assertThat(names.get(1L, 11, () -> "eve")).isEqualTo("eve");
    assertThat(caches.states().getFirst().hitRate()).isEqualTo(0.25);
  }
}
