package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A pack that is refused. The message follows {@code unpack} in the report. */
final class PackRefusedException extends IOException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> details;
  private transient @Nullable CompletableFuture<Void> clientEnd;

  PackRefusedException(String message) {
    this(message, List.of());
  }

  PackRefusedException(String message, List<String> details) {
    super(message);
    this.details = details;
  }

  /** Adds the end of the client's stream, which another thread drains. */
  PackRefusedException after(CompletableFuture<Void> end) {
    clientEnd = end;
    return this;
  }

  /** Returns when the client's stream ends; null: nobody drains it. */
  @Nullable CompletableFuture<Void> clientEnd() {
    return clientEnd;
  }

  List<String> details() {
    return details == null ? List.of() : details;
  }
}
