package org.packhouse.app.engine.git;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;
import org.packhouse.app.platform.throttle.Tickets.BusyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The engine: hands each request to its operation and turns what goes wrong into words of the
 * protocol. Nothing that an operation throws is logged anywhere else.
 */
@Component
class GitEngine implements GitWire {

  private static final Logger LOG = LoggerFactory.getLogger(GitEngine.class);

  private final UploadPack uploadPack;
  private final UploadArchive uploadArchive;
  private final ReceivePack receivePack;

  GitEngine(UploadPack uploadPack, UploadArchive uploadArchive, ReceivePack receivePack) {
    this.uploadPack = uploadPack;
    this.uploadArchive = uploadArchive;
    this.receivePack = receivePack;
  }

  @Override
  public void advertise(GitExchange exchange) throws IOException {
    if (exchange.repository().service() == GitService.RECEIVE_PACK) {
      guard(exchange, receivePack::advertise);
    } else {
      guard(exchange, uploadPack::advertise);
    }
  }

  @Override
  public void uploadPack(GitExchange exchange) throws IOException {
    guard(exchange, uploadPack::serve);
  }

  @Override
  public void receivePack(GitExchange exchange) throws IOException {
    guard(exchange, receivePack::serve);
  }

  @Override
  public void uploadArchive(GitExchange exchange) throws IOException {
    guard(exchange, uploadArchive::serve);
  }

  private static void guard(GitExchange exchange, Operation operation) throws IOException {
    Answer answer = new Answer(exchange.target());
    GitExchange guarded = exchange.withTarget(answer);
    try {
      operation.serve(guarded);
    } catch (ClientGoneException e) {
      throw e;
    } catch (WireException | BusyException e) {
      writeError(answer, String.valueOf(e.getMessage()));
    } catch (NoSuchFileException | FileNotFoundException e) {
      if (!told(guarded, answer, e, "The repository was deleted or moved meanwhile.")) {
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      if (!told(guarded, answer, e, "The server failed to serve the request; its log says why.")) {
        throw e;
      }
    }
  }

  /** Logs a failure and tells the client, unless that has gone or is in the midst of an answer. */
  private static boolean told(
      GitExchange exchange, Answer answer, Exception failure, String message) throws IOException {
    if (answer.broken() || failure instanceof ClosedChannelException) {
      LOG.debug("Client of {} has gone", exchange.repository().repository().path(), failure);
      return false;
    }
    LOG.warn(
        "{} of {} failed",
        exchange.repository().service().command(),
        exchange.repository().repository().path(),
        failure);
    if (answer.begun()) {
      return false;
    }
    writeError(answer, message);
    return true;
  }

  private static void writeError(Answer answer, String message) throws IOException {
    PktLineWriter writer = new PktLineWriter(answer);
    writer.error(message);
    writer.send();
  }

  private interface Operation {
    void serve(GitExchange exchange) throws IOException;
  }
}
