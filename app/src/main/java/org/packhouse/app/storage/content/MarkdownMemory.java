package org.packhouse.app.storage.content;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.throttle.RequestMemory;

/**
 * Bounds the heap of rendering and caches long texts, which cost a second or two of CPU. Concurrent
 * callers share a rendering.
 */
final class MarkdownMemory {

  /** Length in characters from which texts are cached. */
  private static final int LONG = 2_000;

  /** Heap bytes per character during rendering: nodes, HTML and copies. */
  private static final int BYTES_EACH = 64;

  /** Maximum of heap bytes for one text, since nodes and HTML are bounded. */
  private static final long MAX_BYTES = 40L << 20;

  private static final int BYTES_OF_CHARACTER = 2;

  /** The divisor of the heap for the cache. */
  private static final int PARTS_OF_HEAP = 32;

  private final RequestMemory memory;
  private final AsyncCache<Key, String> known;

  private record Key(String place, Markdown.Style style, String digest) {}

  MarkdownMemory(RequestMemory memory, Caches caches) {
    this.memory = memory;
    known =
        caches.buildAsync(
            "markdown",
            "HTML of long texts",
            Caffeine.newBuilder()
                .maximumWeight(Runtime.getRuntime().maxMemory() / PARTS_OF_HEAP)
                .<Key, String>weigher((_, html) -> html.length() * BYTES_OF_CHARACTER));
  }

  /** Returns the HTML of a text, uncached without a place; empty if memory is short. */
  Optional<String> html(
      @Nullable String place, Markdown.Style style, String text, Supplier<String> rendering) {
    if (place == null || text.length() < LONG) {
      return within(text.length(), rendering);
    }
    Key key = new Key(place, style, digest(text));
    CompletableFuture<String> mine = new CompletableFuture<>();
    CompletableFuture<String> other = known.asMap().putIfAbsent(key, mine);
    if (other != null) {
      String html = other.handle((rendered, _) -> rendered).join();
      return html == null ? within(text.length(), rendering) : Optional.of(html);
    }
    try {
      Optional<String> html = within(text.length(), rendering);
      mine.complete(html.orElse(null));
      return html;
    } finally {
      // Failures are not cached.
      mine.complete(null);
    }
  }

  /** Cryptographic, so that nobody can craft a text that passes for another. */
  private static String digest(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private Optional<String> within(int length, Supplier<String> rendering) {
    try (RequestMemory.Share share = memory.share()) {
      return share.take(Math.min(MAX_BYTES, (long) length * BYTES_EACH))
          ? Optional.of(rendering.get())
          : Optional.empty();
    }
  }
}
