package org.packhouse.app.engine.git.fetch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.PktLineReader.Kind;
import org.packhouse.app.engine.git.PktLineWriter;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.engine.git.advertise.VisibleRefs;
import org.packhouse.app.engine.git.advertise.WantCheck;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.packhouse.app.engine.git.fetch.FetchMeters.BypassReason;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.storage.process.GitProcess;
import org.springframework.stereotype.Component;

/**
 * The fetch operation of protocols v0 and v1. Wants are read and checked here; a fresh clone is
 * answered as in protocol v2, other negotiation is native git's. Over HTTP each round is a request;
 * over SSH it is one conversation.
 */
@Component
class FetchV0 {

  private static final String DONE = "done";
  private static final String FLUSH = "";

  private final WantCheck wants;
  private final FetchResponses responses;
  private final UploadPackProcess uploadPack;
  private final Tickets tickets;
  private final WireSettings settings;
  private final RequestMemory memory;

  FetchV0(
      WantCheck wants,
      FetchResponses responses,
      UploadPackProcess uploadPack,
      Tickets tickets,
      WireSettings settings,
      RequestMemory memory) {
    this.wants = wants;
    this.responses = responses;
    this.uploadPack = uploadPack;
    this.tickets = tickets;
    this.settings = settings;
    this.memory = memory;
  }

  /** Serves one round over HTTP, or the conversation behind the advertisement over SSH. */
  void serve(GitExchange exchange, VisibleRefs refs) throws IOException {
    PktLineReader reader = new PktLineReader(exchange.in(), settings.maxFetchSize().toBytes());
    try (FetchRequestMemory share = new FetchRequestMemory(memory)) {
      reader.tell(share);
      FetchV0Request request = readAndCheck(exchange, refs, reader);
      if (request != null && exchange.stateless()) {
        serveRound(exchange, refs, request, negotiation(reader));
      } else if (request != null) {
        exchange.repository().confirm();
        serveConversation(exchange, refs, request, reader);
      }
    }
  }

  private void serveRound(
      GitExchange exchange, VisibleRefs refs, FetchV0Request request, List<String> negotiation)
      throws IOException {
    Optional<FetchRequest> whole =
        negotiation.equals(List.of(DONE)) ? request.withoutHaves() : Optional.empty();
    if (whole.isPresent()) {
      exchange.monitor().operation(whole.get().operation());
      responses.serve(exchange, checked(exchange, refs, whole.get(), request.framing()));
    } else {
      responses.noteBypass(
          negotiation.equals(List.of(DONE)) ? BypassReason.CAPABILITY : BypassReason.NEGOTIATION);
      respondToRound(exchange, withNegotiation(request, negotiation), request.framing());
    }
  }

  private void respondToRound(GitExchange exchange, byte[] round, Framing framing)
      throws IOException {
    try (Ticket ticket = tickets.acquire(negotiation(exchange));
        GitProcess process = uploadPack.round(ticket, id(exchange))) {
      process.send(round);
      UploadPackProcess.relay(process, exchange.out(), framing);
    }
  }

  private void serveConversation(
      GitExchange exchange, VisibleRefs refs, FetchV0Request request, PktLineReader reader)
      throws IOException {
    if (request.deepened()) {
      // The client waits to be told where its history ends, before it says what it has.
      responses.noteBypass(BypassReason.NEGOTIATION);
      converse(exchange, request.bytes(), reader, request.framing());
      return;
    }
    Kind kind = reader.next();
    boolean done = kind == Kind.DATA && reader.text().equals(DONE);
    Optional<FetchRequest> whole = done ? request.withoutHaves() : Optional.empty();
    if (whole.isPresent()) {
      exchange.monitor().operation(whole.get().operation());
      responses.serve(exchange, checked(exchange, refs, whole.get(), request.framing()));
    } else {
      responses.noteBypass(done ? BypassReason.CAPABILITY : BypassReason.NEGOTIATION);
      byte[] begun = withPacket(request.bytes(), kind, reader);
      converse(exchange, begun, reader, request.framing());
    }
  }

  private static byte[] withPacket(byte[] begun, Kind kind, PktLineReader reader)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(begun.length + 64);
    bytes.write(begun);
    PktLineWriter writer = new PktLineWriter(bytes);
    if (kind == Kind.DATA) {
      writer.data(reader.payload());
    } else if (kind == Kind.FLUSH) {
      writer.flush();
    } else if (kind != Kind.END) {
      throw new WireException("After its wants the client sent a packet of protocol v2");
    }
    writer.drain();
    return bytes.toByteArray();
  }

  private void converse(GitExchange exchange, byte[] begun, PktLineReader reader, Framing framing)
      throws IOException {
    try (Ticket ticket = tickets.acquire(negotiation(exchange));
        GitProcess process = uploadPack.conversation(ticket, id(exchange))) {
      skipAdvertisement(process);
      OutputStream stdin = process.stdin();
      stdin.write(begun);
      Thread listener =
          Thread.ofVirtual().name("upload-pack-in").start(() -> pass(reader.remaining(), stdin));
      try {
        UploadPackProcess.relay(process, exchange.out(), framing);
      } finally {
        listener.interrupt();
      }
    }
  }

  private @Nullable FetchV0Request readAndCheck(
      GitExchange exchange, VisibleRefs refs, PktLineReader reader) throws IOException {
    FetchV0Request request = FetchV0Request.read(reader, refs);
    if (request != null) {
      exchange.monitor().operation(request.deepened() ? "shallow clone" : "fetch");
      wants.check(id(exchange), refs, request.wants());
      return request.cutOffAt(wants.existing(id(exchange), request.shallow()));
    }
    return null;
  }

  /** Reads the lines behind the wants; a flush packet is an empty line. */
  private static List<String> negotiation(PktLineReader reader) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Kind kind = reader.next(); kind != Kind.END; kind = reader.next()) {
      if (kind == Kind.FLUSH) {
        lines.add(FLUSH);
      } else if (kind == Kind.DATA && isNegotiation(reader)) {
        lines.add(reader.text());
      } else {
        throw new WireException(
            "After its wants the client sent \""
                + PktLineReader.shortened(reader.text())
                + "\", where only have and done may follow");
      }
    }
    return lines;
  }

  private static byte[] withNegotiation(FetchV0Request request, List<String> negotiation)
      throws IOException {
    ByteArrayOutputStream round = new ByteArrayOutputStream();
    round.write(request.bytes());
    PktLineWriter writer = new PktLineWriter(round);
    for (String line : negotiation) {
      if (line.equals(FLUSH)) {
        writer.flush();
      } else {
        writer.text(line);
      }
    }
    writer.drain();
    return round.toByteArray();
  }

  private static boolean isNegotiation(PktLineReader reader) throws IOException {
    if (reader.startsWith("have ")) {
      reader.objectIdAfter("have ".length());
      return true;
    }
    return reader.text().equals(DONE);
  }

  private static void skipAdvertisement(GitProcess process) throws IOException {
    PktLineReader advertisement = new PktLineReader(process.stdout());
    Kind kind = advertisement.next();
    while (kind == Kind.DATA) {
      kind = advertisement.next();
    }
    if (kind != Kind.FLUSH) {
      // It says why, in its exit code and what it wrote.
      process.succeed();
      throw new IOException("git upload-pack ended before its advertisement did");
    }
  }

  private static void pass(InputStream client, OutputStream stdin) {
    try (stdin) {
      client.transferTo(stdin);
    } catch (IOException e) {
      // Either side is gone, which the thread that reads git's answers finds out as well.
      return;
    }
  }

  private static CheckedFetch checked(
      GitExchange exchange, VisibleRefs refs, FetchRequest request, Framing framing) {
    return new CheckedFetch(
            id(exchange), exchange.repository().caller().name(), refs, request, framing)
        .askedBy(exchange.repository());
  }

  private static TicketRequest negotiation(GitExchange exchange) {
    return exchange.repository().ticket(Work.NEGOTIATION);
  }

  private static long id(GitExchange exchange) {
    return exchange.repository().repository().id();
  }
}
