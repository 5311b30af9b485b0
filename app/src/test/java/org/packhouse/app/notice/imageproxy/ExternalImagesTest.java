package org.packhouse.app.notice.imageproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.outbound.WebAddress;
import org.springframework.util.unit.DataSize;

class ExternalImagesTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int MAX_SIZE = 100_000;

  private final List<AutoCloseable> open = new ArrayList<>();
  private ImageHost host;
  private ImageHost inside;
  private ExternalImages images;

  @BeforeEach
  void start() throws IOException {
    host = opened(new ImageHost());
    inside = opened(new ImageHost("127.0.0.2"));
    images = images("5s", "127.0.0.1");
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private <T extends AutoCloseable> T opened(T it) {
    open.add(it);
    return it;
  }

  private ExternalImages images(String timeout, String... allowed) {
    return opened(
        new ExternalImages(
            new ImageProxySettings(
                true, List.of(allowed), DataSize.ofBytes(MAX_SIZE), Duration.parse("PT" + timeout)),
            new SimpleMeterRegistry(),
            new Caches(new SimpleMeterRegistry())));
  }

  private static WebAddress address(String url) {
    try {
      return WebAddress.parse(url);
    } catch (WebAddress.RefusedException e) {
      throw new AssertionError(e);
    }
  }

  private Optional<ImageType> type(String url) {
    Optional<ExternalImages.Sending> found = images.find(address(url));
    try (ExternalImages.Sending sending = found.orElse(null)) {
      return sending == null ? Optional.empty() : Optional.of(sending.image().type());
    }
  }

  @Test
  void anImageIsFetchedOnceAndWithoutAnythingThatTellsWhoReadsIt() {
    assertThat(type(host.url("/pixel.png"))).contains(ImageType.PNG);
    assertThat(type(host.url("/pixel.png"))).contains(ImageType.PNG);
    assertThat(host.asked()).hasSize(1);
    assertThat(host.asked().getFirst().keySet())
        .containsExactlyInAnyOrder(
            "Host", "Connection", "Accept", "Accept-encoding", "User-agent", "Via");
    assertThat(host.asked().getFirst().getFirst("Accept-encoding")).isEqualTo("identity");
  }

  @Test
  void nothingInsideIsAskedWhateverLeadsThere() {
    host.redirect("/to-inside", inside.url("/pixel.png"));
    host.redirect("/to-file", "file:///etc/passwd");
    host.redirect("/round", "/round");
    host.redirect("/near", "pixel.png");
    assertThat(type(inside.url("/pixel.png"))).isEmpty();
    assertThat(type(host.url("/to-inside"))).isEmpty();
    assertThat(type(host.url("/to-file"))).isEmpty();
    assertThat(type(host.url("/round"))).isEmpty();
    assertThat(type(host.url("/near"))).contains(ImageType.PNG);
    assertThat(inside.asked()).isEmpty();
    images = images("5s");
    assertThat(type(host.url("/pixel.png?other"))).isEmpty();
    for (String loopback :
        List.of("localhost", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "[::ffff:127.0.0.1]")) {
      assertThat(isShown(host.url("/pixel.png").replace("127.0.0.1", loopback)))
          .as(loopback)
          .isFalse();
    }
    // One each, four times round, and two to what is near.
    assertThat(host.asked()).hasSize(8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html><script>alert(1)</script></html>",
        "<html><svg></svg></html>",
        "<!DOCTYPE svg [<!ENTITY a 'aaaa'>]><svg>&a;</svg>",
        "GIF",
        ""
      })
  void whatIsNoImageIsNotPassedOn(String text) {
    String type = text.contains("ENTITY") || text.contains("html") ? "image/svg+xml" : "image/png";
    host.at("/text", type, text.getBytes(StandardCharsets.UTF_8));
    assertThat(type(host.url("/text"))).isEmpty();
  }

  @Test
  void drawingsArePassedOnIfTheirHostCallsThemThat() {
    byte[] svg =
        "<?xml version='1.0'?>\n<!-- a --><!DOCTYPE svg>\n<svg xmlns='x'/>"
            .getBytes(StandardCharsets.UTF_8);
    host.at("/a", "image/svg+xml;charset=utf-8", svg).at("/b", "text/html", svg);
    assertThat(type(host.url("/a"))).contains(ImageType.SVG);
    assertThat(type(host.url("/b"))).isEmpty();
  }

  @Test
  void anImageOfUnknownLengthIsTakenWhenItEnds() {
    host.at(
        "/pieces",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          for (byte each : ImageHost.PNG) {
            exchange.getResponseBody().write(each);
            exchange.getResponseBody().flush();
          }
        });
    assertThat(type(host.url("/pieces"))).contains(ImageType.PNG);
  }

  @Test
  void nothingIsTakenThatIsTooLargeOrEndlessOrEncodedOrLate() {
    images = images("1s", "127.0.0.1");
    byte[] large = new byte[MAX_SIZE + 1];
    System.arraycopy(ImageHost.PNG, 0, large, 0, ImageHost.PNG.length);
    host.at("/large", "image/png", large)
        .at("/endless", exchange -> ImageHost.endless(exchange, ImageHost.PNG, 0))
        .at("/trickle", exchange -> ImageHost.endless(exchange, ImageHost.PNG, 50))
        .at(
            "/encoded",
            exchange -> {
              exchange.getResponseHeaders().add("Content-Encoding", "gzip");
              exchange.sendResponseHeaders(200, ImageHost.PNG.length);
              exchange.getResponseBody().write(ImageHost.PNG);
            })
        .at(
            "/short",
            exchange -> {
              exchange.sendResponseHeaders(200, 1000);
              exchange.getResponseBody().write(ImageHost.PNG);
            });
    for (String path : List.of("/large", "/endless", "/trickle", "/encoded", "/short", "/none")) {
      assertThat(type(host.url(path))).as(path).isEmpty();
    }
  }

  @Test
  void tenThousandWhoAskForOneImageAtOnceAreOneFetch() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch going = new CountDownLatch(1);
    host.at(
        "/slow",
        exchange -> {
          asked.countDown();
          awaitQuietly(going);
          exchange.sendResponseHeaders(200, ImageHost.PNG.length);
          exchange.getResponseBody().write(ImageHost.PNG);
        });
    String url = host.url("/slow");
    try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Optional<ImageType>>> all = new ArrayList<>();
      for (int i = 0; i < 10_000; i++) {
        all.add(people.submit(() -> type(url)));
      }
      asked.await();
      going.countDown();
      for (Future<Optional<ImageType>> each : all) {
        assertThat(each.get()).contains(ImageType.PNG);
      }
    }
    assertThat(host.asked()).hasSize(1);
  }

  @Test
  void aSiteThatLetsEverybodyWaitKeepsNobodyFromOthers() throws Exception {
    CountDownLatch going = new CountDownLatch(1);
    host.at("/slow", exchange -> awaitQuietly(going));
    images = images("20s", "127.0.0.0/8");
    List<Future<Boolean>> all = new ArrayList<>();
    try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 1000; i++) {
        String url = host.url("/slow?" + i);
        all.add(people.submit(() -> isBusy(url)));
      }
      await().atMost(LONG).until(() -> all.stream().filter(Future::isDone).count() >= 900);
      assertThat(host.asked()).hasSize(4);
      assertThat(type(inside.url("/pixel.png"))).contains(ImageType.PNG);
      going.countDown();
    }
    long busy = 0;
    for (Future<Boolean> each : all) {
      busy += each.get() ? 1 : 0;
    }
    assertThat(busy).isBetween(900L, 932L);
  }

  @Test
  void clientsThatReadNothingTakeMemoryOfImagesAlone() {
    long share = Math.max(8L * MAX_SIZE, Runtime.getRuntime().maxMemory() / 8);
    List<ExternalImages.Sending> stalled = new ArrayList<>();
    byte[] large = new byte[MAX_SIZE];
    System.arraycopy(ImageHost.PNG, 0, large, 0, ImageHost.PNG.length);
    host.at("/large", "image/png", large);
    WebAddress address = address(host.url("/large"));
    assertThatThrownBy(
            () -> {
              for (long held = 0; held <= share; held += MAX_SIZE) {
                stalled.add(images.find(address).orElseThrow());
              }
            })
        .isInstanceOf(ExternalImages.BusyException.class);
    stalled.forEach(ExternalImages.Sending::close);
    assertThat(type(host.url("/large"))).contains(ImageType.PNG);
  }

  private boolean isShown(String url) {
    try {
      return images.find(WebAddress.parse(url)).isPresent();
    } catch (WebAddress.RefusedException e) {
      return false;
    }
  }

  private boolean isBusy(String url) {
    try {
      return type(url).isPresent();
    } catch (ExternalImages.BusyException e) {
      return true;
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
