package org.packhouse.app.engine.connector;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Room in the heap for connections. All connectors together may fill an eighth of it with what
 * connections hold that say nothing, or wait until a processor is free for them: a flood of them
 * must leave the rest to requests.
 *
 * @param wanted the most on a connector that the administrator wants; null: nothing is said
 * @param heapBytes the largest that the heap can become
 * @param connectors how many there are
 */
public record ConnectionRoom(@Nullable Integer wanted, long heapBytes, int connectors) {

  private static final int DEFAULT = 8192;
  private static final int SHARE_OF_HEAP = 8;
  private static final int MIN = 16;

  /**
   * Bytes of a plain connection: two buffers of 8 KB, the rest for its thread and its entries in
   * the registers of Tomcat, of the selector and of ours. Measured in a dump of a heap with 8,000.
   */
  private static final int PLAIN = 24 << 10;

  /** Bytes of one with TLS: four buffers of a record of 16 KB, and the engine. */
  private static final int ENCRYPTED = 96 << 10;

  /** The most on a connector. */
  int most(boolean encrypted) {
    return Math.min(wanted == null ? DEFAULT : wanted, room(encrypted));
  }

  /** What an administrator is told who wants more than there is room for. */
  Optional<String> shortfall(boolean encrypted) {
    return wanted == null || wanted <= room(encrypted)
        ? Optional.empty()
        : Optional.of(
            "server.max-connections is %d, but this heap of %d MB has room for %d on a connector"
                .formatted(wanted, heapBytes >> 20, room(encrypted)));
  }

  private int room(boolean encrypted) {
    long bytes = heapBytes / SHARE_OF_HEAP / connectors;
    return Math.clamp(bytes / (encrypted ? ENCRYPTED : PLAIN), MIN, Integer.MAX_VALUE);
  }
}
