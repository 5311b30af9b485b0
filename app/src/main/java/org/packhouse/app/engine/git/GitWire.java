package org.packhouse.app.engine.git;

import java.io.FileNotFoundException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.platform.node.SharedHomeAwayException;
import org.packhouse.app.platform.throttle.Tickets.BusyException;
import org.packhouse.scmcache.ResponseFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The engine behind both transports: dispatches each request to its operation and turns failures
 * into the protocol's words (an ERR packet, a report, a side-band message). Operations' exceptions
 * are logged here alone. A session that found no ticket in time is told, and throws. Over HTTP
 * {@link #advertise} answers {@code info/refs} and the others a POST; over SSH each of the others
 * is the whole session, advertisement included.
 */
@Component
public class GitWire {

  private static final Logger LOG = LoggerFactory.getLogger(GitWire.class);

  private final Map<GitService, GitOperation> operations;
  private final RunningOperations running;

  public GitWire(List<GitOperation> operations, RunningOperations running) {
    this.running = running;
    this.operations =
        operations.stream().collect(Collectors.toMap(GitOperation::service, Function.identity()));
  }

  /** Writes refs (v0, v1) or capabilities (v2), without HTTP's {@code # service=} line. */
  public void advertise(GitExchange exchange) throws IOException {
    guard(exchange, operation(exchange.repository().service())::advertise);
  }

  public void uploadPack(GitExchange exchange) throws IOException {
    guard(exchange, operation(GitService.UPLOAD_PACK)::serve);
  }

  public void receivePack(GitExchange exchange) throws IOException {
    guard(exchange, operation(GitService.RECEIVE_PACK)::serve);
  }

  public void uploadArchive(GitExchange exchange) throws IOException {
    guard(exchange, operation(GitService.UPLOAD_ARCHIVE)::serve);
  }

  private GitOperation operation(GitService service) {
    return Objects.requireNonNull(operations.get(service));
  }

  private void guard(GitExchange exchange, Turn turn) throws IOException {
    try (RunningOperations.Running begun = running.begin(exchange)) {
      take(exchange.withMonitor(begun), turn);
    }
  }

  private static void take(GitExchange exchange, Turn turn) throws IOException {
    TrackedResponse response = new TrackedResponse(exchange.target());
    GitExchange guarded = exchange.withTarget(response);
    try {
      turn.take(guarded);
    } catch (ClientGoneException e) {
      throw e;
    } catch (WireException | RevokedException e) {
      writeError(response, String.valueOf(e.getMessage()));
    } catch (BusyException e) {
      if (!e.isReported()) {
        writeError(response, String.valueOf(e.getMessage()));
      }
      if (!exchange.stateless()) {
        throw e;
      }
    } catch (NoSuchFileException | FileNotFoundException e) {
      if (!report(guarded, response, e, "The repository was deleted or moved meanwhile.")) {
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      if (e instanceof InterruptedIOException ended && Thread.currentThread().isInterrupted()) {
        // An exchange that was cut off has no connection on which to report.
        throw new ClientGoneException(ended);
      }
      if (!report(guarded, response, e, reason(e))) {
        throw e;
      }
    }
  }

  private static String reason(Exception failure) {
    if (SharedHomeAwayException.isCauseOf(failure)) {
      return SharedHomeAwayException.sentence(failure);
    }
    DatabaseTrouble trouble = DatabaseTrouble.of(failure);
    return trouble == null
        ? "The server failed to serve the request; its log says why."
        : trouble.sentence();
  }

  /** Logs a failure and tells the client, unless the client has gone or a response has begun. */
  private static boolean report(
      GitExchange exchange, TrackedResponse response, Exception failure, String message)
      throws IOException {
    if (response.broken() || failure instanceof ClosedChannelException) {
      LOG.debug("Client of {} has gone", exchange.repository().repository().path(), failure);
      return false;
    }
    LOG.atLevel(SharedHomeAwayException.level(failure))
        .log(
            "{} of {} failed",
            exchange.repository().service().command(),
            exchange.repository().repository().path(),
            SharedHomeAwayException.isCauseOf(failure) ? failure.getMessage() : failure);
    if (response.begun()) {
      return false;
    }
    writeError(response, message);
    return true;
  }

  private static void writeError(TrackedResponse response, String message) throws IOException {
    PktLineWriter writer = new PktLineWriter(response);
    writer.error(message);
    writer.send();
  }

  private interface Turn {
    void take(GitExchange exchange) throws IOException;
  }

  /** The response to a client, which knows whether it has begun and whether the client is there. */
  private static final class TrackedResponse extends FilterOutputStream implements ResponseTarget {

    private final ResponseTarget target;
    private boolean begun;
    private boolean broken;

    TrackedResponse(ResponseTarget target) {
      super(target.out());
      this.target = target;
    }

    @Override
    public OutputStream out() {
      return this;
    }

    @Override
    public void send(ResponseFile file) throws IOException {
      begun = true;
      try {
        target.send(file);
      } catch (IOException e) {
        broken = true;
        throw e;
      }
    }

    boolean begun() {
      return begun;
    }

    /** Returns whether writing failed: the client has gone. */
    boolean broken() {
      return broken;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      begun = true;
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        broken = true;
        throw e;
      }
    }

    @Override
    public void flush() throws IOException {
      try {
        out.flush();
      } catch (IOException e) {
        broken = true;
        throw e;
      }
    }
  }
}
