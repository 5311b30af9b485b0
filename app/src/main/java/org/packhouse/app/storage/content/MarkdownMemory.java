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
import org.packhouse.app.platform.throttle.RequestMemory;

/**
 * Bounds the heap that texts take while they are rendered, and remembers what long ones became: a
 * description that everybody opens takes a second or two of a processor. Who asks for what is being
 * rendered waits for that.
 */
final class MarkdownMemory {

  /** Characters of texts that are not rendered anew each time. */
  private static final int LONG = 2_000;

  /** Bytes that a character takes while it is rendered, as nodes, as HTML and as copies of that. */
  private static final int BYTES_EACH = 64;

  /** Bytes that the nodes of one text and its HTML take at most: both are bounded. */
  private static final long MAX_BYTES = 40L << 20;

  private static final int BYTES_OF_CHARACTER = 2;

  /** The part of the heap that what is remembered may take. */
  private static final int PARTS_OF_HEAP = 32;

  private final RequestMemory memory;
  private final AsyncCache<Question, String> known =
      Caffeine.newBuilder()
          .maximumWeight(Runtime.getRuntime().maxMemory() / PARTS_OF_HEAP)
          .<Question, String>weigher((_, html) -> html.length() * BYTES_OF_CHARACTER)
          .buildAsync();

  private record Question(String place, Markdown.Style style, String digest) {}

  MarkdownMemory(RequestMemory memory) {
    this.memory = memory;
  }

  /**
   * The HTML of a text.
   *
   * @param place where its links lead; null: it is not remembered
   * @return empty if requests hold too much of the heap at this moment
   */
  Optional<String> html(
      @Nullable String place, Markdown.Style style, String text, Supplier<String> rendering) {
    if (place == null || text.length() < LONG) {
      return within(text.length(), rendering);
    }
    Question question = new Question(place, style, digest(text));
    CompletableFuture<String> mine = new CompletableFuture<>();
    CompletableFuture<String> other = known.asMap().putIfAbsent(question, mine);
    if (other != null) {
      String html = other.handle((rendered, _) -> rendered).join();
      return html == null ? within(text.length(), rendering) : Optional.of(html);
    }
    try {
      Optional<String> html = within(text.length(), rendering);
      mine.complete(html.orElse(null));
      return html;
    } finally {
      // What is not rendered is not remembered.
      mine.complete(null);
    }
  }

  /** Nobody can write a text that passes for another one. */
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
