package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.ClientGoneException;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.GitOperation;
import org.packhouse.app.engine.git.GitRepository;
import org.packhouse.app.engine.git.GitService;
import org.packhouse.app.engine.git.PktLineWriter;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.engine.git.RevokedException;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.engine.git.advertise.Advertisement;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.platform.node.Checkpoint.Step;
import org.packhouse.app.platform.node.SharedHomeAwayException;
import org.packhouse.app.platform.throttle.Tickets.BusyException;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.objects.StoreFullException;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.storage.refs.move.RefRuling;
import org.packhouse.app.storage.refs.move.UndecidedUpdateException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/**
 * The receive operation, for both transports.
 *
 * <ol>
 *   <li>Reads commands, capabilities and push options; every {@link org.packhouse.hooks.RefRule}
 *       refuses what the names alone forbid.
 *   <li>{@link PushAdmission} takes the pack into quarantine, checks it and has {@link
 *       org.packhouse.app.storage.refs.move.RefUpdates} move the refs.
 *   <li>Reports, and drains what the client still sends up to a limit, so that it reads the report.
 * </ol>
 */
@Component
@Lazy
class ReceivePack implements GitOperation {

  private static final Logger LOG = LoggerFactory.getLogger(ReceivePack.class);
  private static final int BUFFER = 32 * 1024;
  private static final String CAPABILITIES =
      "report-status report-status-v2 delete-refs quiet atomic ofs-delta side-band-64k"
          + " push-options object-format=sha1 "
          + Advertisement.AGENT;

  private final Refs refs;
  private final PushAdmission admission;
  private final RepositoryStorage storage;
  private final Checkpoint checkpoint;

  ReceivePack(
      Refs refs, PushAdmission admission, RepositoryStorage storage, Checkpoint checkpoint) {
    this.refs = refs;
    this.admission = admission;
    this.storage = storage;
    this.checkpoint = checkpoint;
  }

  @Override
  public GitService service() {
    return GitService.RECEIVE_PACK;
  }

  @Override
  public void advertise(GitExchange exchange) throws IOException {
    advertise(exchange, snapshot(exchange));
  }

  /** Writes all refs and capabilities. Protocol v2 has no push. */
  private static void advertise(GitExchange exchange, RefSnapshot snapshot) throws IOException {
    PktLineWriter writer = new PktLineWriter(exchange.out(), BUFFER);
    if (exchange.protocol() == ProtocolVersion.V1) {
      writer.text("version 1");
    }
    if (snapshot.refs().isEmpty()) {
      writer.idAndText(ObjectId.zeroId(), "capabilities^{}\0" + CAPABILITIES);
    }
    boolean first = true;
    for (RefSnapshot.Entry ref : snapshot.refs()) {
      writer.idAndText(ref.id(), first ? ref.name() + "\0" + CAPABILITIES : ref.name());
      first = false;
    }
    writer.flush();
    writer.send();
  }

  private RefSnapshot snapshot(GitExchange exchange) throws IOException {
    GitRepository repository = exchange.repository();
    return refs.snapshot(repository.repository().id(), repository.refVersion());
  }

  @Override
  public void serve(GitExchange exchange) throws IOException {
    RefSnapshot advertised = null;
    if (!exchange.stateless()) {
      advertised = snapshot(exchange);
      advertise(exchange, advertised);
    }
    exchange.monitor().operation("push");
    ReceiveRequestReader reader = new ReceiveRequestReader(exchange.in());
    ReceiveRequest request = read(exchange, reader);
    if (request == null) {
      return;
    }
    checkpoint.reached(Step.COMMANDS_READ);
    PushConversation conversation = new PushConversation(exchange.out(), request);
    InputStream pack = request.bringsPack() ? reader.rest() : null;
    try {
      // Behind the request, which says in which form the client reads a failure.
      RefSnapshot snapshot = advertised == null ? snapshot(exchange) : advertised;
      RefRuling ruling = admission.rule(exchange, request, conversation);
      if (request.accepted().isEmpty()) {
        reportAndDiscard(exchange, conversation, request, "ok", pack);
        return;
      }
      admission.admit(
          new PushAdmission.Arrival(exchange, request, snapshot, pack, conversation, ruling));
      checkpoint.reached(Step.ANSWERING);
      conversation.report(request, "ok");
    } catch (PackRefusedException e) {
      refusePack(exchange, conversation, request, reader.rest(), e);
    } catch (RevokedException e) {
      conversation.say(String.valueOf(e.getMessage()));
      request.refuseAll("permission was revoked");
      conversation.report(request, "ok");
    } catch (StoreFullException | BusyException e) {
      String sentence =
          e instanceof BusyException ? String.valueOf(e.getMessage()) : StoreFullException.SENTENCE;
      refusePack(
          exchange, conversation, request, reader.rest(), new PackRefusedException(sentence));
    } catch (ClientGoneException | ClosedChannelException e) {
      // The client has gone: no report, and no failure of the server.
      throw e;
    } catch (UndecidedUpdateException e) {
      LOG.warn("It is not known what became of a push to {}", path(exchange), e);
      conversation.endWithoutReport(
          StoreFullException.isCauseOf(e)
              ? UndecidedUpdateException.SENTENCE + " " + StoreFullException.SENTENCE
              : UndecidedUpdateException.SENTENCE);
    } catch (IOException | RuntimeException e) {
      // A client that waits for a report understands no ERR packet: the engine cannot tell it.
      String reason = reason(exchange, e);
      String sentence = sentence(e);
      if (sentence != null) {
        conversation.say(sentence);
      }
      request.refuseAll(reason);
      conversation.report(request, reason);
    }
  }

  /** Reads the request; null if nothing is asked for, or the request was refused. */
  private static @Nullable ReceiveRequest read(GitExchange exchange, ReceiveRequestReader reader)
      throws IOException {
    try {
      return reader.read();
    } catch (WireException e) {
      if (!reader.asksForBands()) {
        throw e;
      }
      if (exchange.stateless()) {
        PackCarrier.discard(reader.rest());
      }
      new PushConversation(exchange.out(), true).endWithoutReport(String.valueOf(e.getMessage()));
      if (!exchange.stateless()) {
        PackCarrier.discard(reader.rest());
      }
      return null;
    }
  }

  private static String path(GitExchange exchange) {
    return exchange.repository().repository().path();
  }

  private String reason(GitExchange exchange, Exception failure) {
    GitRepository repository = exchange.repository();
    if (SharedHomeAwayException.isCauseOf(failure)) {
      LOG.atLevel(SharedHomeAwayException.level(failure))
          .log("Push to {} failed: {}", repository.repository().path(), failure.getMessage());
      return SharedHomeAwayException.reason(failure);
    }
    if (!Files.isDirectory(storage.directory(repository.repository().id()))) {
      LOG.info("Push to {} failed: it was deleted meanwhile", repository.repository().path());
      return "the repository was deleted meanwhile";
    }
    LOG.warn("Push to {} failed", repository.repository().path(), failure);
    if (StoreFullException.isCauseOf(failure)) {
      return "the server's disk is full";
    }
    DatabaseTrouble trouble = DatabaseTrouble.of(failure);
    return trouble == null ? "the server failed; its log says why" : trouble.reason();
  }

  /** Returns words for the user; null if the reason says it all. */
  private static @Nullable String sentence(Exception failure) {
    if (SharedHomeAwayException.isCauseOf(failure)) {
      return SharedHomeAwayException.sentence(failure);
    }
    DatabaseTrouble trouble = DatabaseTrouble.of(failure);
    return trouble == null ? null : trouble.sentence();
  }

  private static void refusePack(
      GitExchange exchange,
      PushConversation conversation,
      ReceiveRequest request,
      InputStream rest,
      PackRefusedException refusal)
      throws IOException {
    for (String line : refusal.details()) {
      conversation.say(line);
    }
    request.refuseAll("unpacker error");
    if (refusal.clientEnd() == null) {
      reportAndDiscard(exchange, conversation, request, String.valueOf(refusal.getMessage()), rest);
      return;
    }
    if (exchange.stateless()) {
      refusal.clientEnd().join();
    }
    conversation.report(request, String.valueOf(refusal.getMessage()));
    if (!exchange.stateless()) {
      refusal.clientEnd().join();
    }
  }

  /** Over HTTP a client reads no response before it has sent all; over SSH it may send later. */
  private static void reportAndDiscard(
      GitExchange exchange,
      PushConversation conversation,
      ReceiveRequest request,
      String unpack,
      @Nullable InputStream rest)
      throws IOException {
    if (rest != null && exchange.stateless()) {
      PackCarrier.discard(rest);
    }
    conversation.report(request, unpack);
    if (rest != null && !exchange.stateless()) {
      PackCarrier.discard(rest);
    }
  }
}
