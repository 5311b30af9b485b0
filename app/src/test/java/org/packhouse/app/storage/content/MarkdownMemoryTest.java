package org.packhouse.app.storage.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.throttle.RequestMemory;

class MarkdownMemoryTest {

  private static final String LONG = "a long text ".repeat(1000);
  private static final long MEGABYTE = 1 << 20;

  private final RequestMemory heap = new RequestMemory(4 * MEGABYTE);
  private final MarkdownMemory memory =
      new MarkdownMemory(heap, new Caches(new SimpleMeterRegistry()));
  private final AtomicInteger rendered = new AtomicInteger();

  @Test
  void longTextsAreRenderedOnceInAPlaceAndAStyle() {
    Markdown.Style other = new Markdown.Style(true, true, false);
    for (int i = 0; i < 3; i++) {
      assertThat(html("/here", Markdown.Style.OF_FILES, LONG)).contains("1");
      assertThat(html("/there", Markdown.Style.OF_FILES, LONG)).contains("2");
      assertThat(html("/here", other, LONG)).contains("3");
      assertThat(html("/here", Markdown.Style.OF_FILES, LONG + "!")).contains("4");
    }
    assertThat(html(null, Markdown.Style.OF_FILES, LONG)).contains("5");
    assertThat(html("/here", Markdown.Style.OF_FILES, "short")).contains("6");
    assertThat(html("/here", Markdown.Style.OF_FILES, "short")).contains("7");
  }

  @Test
  void whatIsBeingRenderedIsWaitedFor() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Optional<String>>> all = new ArrayList<>();
      all.add(
          threads.submit(() ->
              memory.html(
                  "/here",
                  Markdown.Style.OF_FILES,
                  LONG,
                  () -> {
                    begun.countDown();
                    awaitOpen(goOn);
                    return "once";
                  })));
      begun.await();
      for (int i = 0; i < 7; i++) {
        all.add(threads.submit(() -> html("/here", Markdown.Style.OF_FILES, LONG)));
      }
      goOn.countDown();
      for (Future<Optional<String>> one : all) {
        assertThat(one.get()).contains("once");
      }
    }
    assertThat(rendered).hasValue(0);
  }

  @Test
  void whatFailsIsTriedAgainAndGivesItsShareBack() {
    assertThatThrownBy(() ->
            memory.html(
                "/here",
                Markdown.Style.OF_FILES,
                LONG,
                () -> {
                  throw new IllegalArgumentException("no");
                }))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(heap.used()).isZero();
    assertThat(html("/here", Markdown.Style.OF_FILES, LONG)).contains("1");
  }

  @Test
  void nothingIsRenderedWhileRequestsHoldTheHeap() {
    try (RequestMemory.Share first = heap.share();
        RequestMemory.Share second = heap.share()) {
      assertThat(first.take(2 * MEGABYTE)).isTrue();
      assertThat(second.take(2 * MEGABYTE)).isTrue();
      assertThat(html("/here", Markdown.Style.OF_FILES, LONG)).isEmpty();
      assertThat(
              new Markdown(heap, new Caches(new SimpleMeterRegistry()))
                  .render("*a*", Markdown.Style.OF_FILES, PLACE))
          .contains("too much to do at this moment", "*a*");
    }
    assertThat(html("/here", Markdown.Style.OF_FILES, LONG)).contains("1");
  }

  private static final Markdown.Addresses PLACE = new Markdown.Addresses("/", it -> it, it -> it);

  private Optional<String> html(@Nullable String place, Markdown.Style style, String text) {
    return memory.html(place, style, text, () -> Integer.toString(rendered.incrementAndGet()));
  }

  private static void awaitOpen(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
