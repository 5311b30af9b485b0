package org.packhouse.app.engine.connector;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An eighth of the heap, for connections that are idle or wait for a processor: a flood of them
 * must leave the rest to requests. {@code wanted} per connector is an administrator's limit.
 */
public record ConnectionRoom(@Nullable Integer wanted, long heapBytes, int connectors) {

  private static final int DEFAULT = 8192;
  private static final int SHARE_OF_HEAP = 8;
  private static final int MIN = 16;

  /** Bytes of a plain connection, mostly two buffers of 8 KB, by a heap dump with 8,000. */
  private static final int PLAIN = 24 << 10;

  /** Bytes of a TLS connection: four buffers of a record of 16 KB, and the engine. */
  private static final int ENCRYPTED = 96 << 10;

  int most(boolean encrypted) {
    return Math.min(wanted == null ? DEFAULT : wanted, room(encrypted));
  }

  /** Returns the warning for an administrator who wants more than there is room for. */
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
