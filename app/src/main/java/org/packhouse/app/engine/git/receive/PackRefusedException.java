package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A pack that is not taken in. The message follows {@code unpack} in the report. */
final class PackRefusedException extends IOException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> details;
  private transient @Nullable CompletableFuture<Void> clientEnd;

  PackRefusedException(String message) {
    this(message, List.of());
  }

  /**
   * Makes one.
   *
   * @param details lines for the person who pushes
   */
  PackRefusedException(String message, List<String> details) {
    super(message);
    this.details = details;
  }

  /** Somebody reads what the client still sends, until that. */
  PackRefusedException after(CompletableFuture<Void> end) {
    clientEnd = end;
    return this;
  }

  /** When the client has ended; null: nobody reads what it still sends. */
  @Nullable CompletableFuture<Void> clientEnd() {
    return clientEnd;
  }

  List<String> details() {
    return details == null ? List.of() : details;
  }
}
