package org.packhouse.app.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.git.PktLineReader.Kind;
import org.packhouse.app.objects.GitProcess;
import org.packhouse.app.throttle.Tickets;
import org.packhouse.app.throttle.Tickets.Ticket;
import org.springframework.stereotype.Component;

/**
 * The fetch operation of protocols v0 and v1: wants are read and checked here, the negotiation that
 * follows is native git's. Over HTTP each round is a request of its own; over SSH it is one
 * conversation.
 */
@Component
class FetchV0 {

  private final WantCheck wants;
  private final UploadPackProcess uploadPack;
  private final Tickets tickets;
  private final WireSettings settings;
  private final RequestMemory memory;

  FetchV0(
      WantCheck wants,
      UploadPackProcess uploadPack,
      Tickets tickets,
      WireSettings settings,
      RequestMemory memory) {
    this.wants = wants;
    this.uploadPack = uploadPack;
    this.tickets = tickets;
    this.settings = settings;
    this.memory = memory;
  }

  /** Answers one round over HTTP. */
  void serveRound(GitExchange exchange, VisibleRefs refs) throws IOException {
    PktLineReader reader = new PktLineReader(exchange.in(), settings.maxFetchSize().toBytes());
    try (RequestMemory.Share share = memory.share()) {
      reader.tell(share);
      FetchV0Request request = readAndCheck(exchange, refs, reader);
      if (request != null) {
        answerRound(exchange, withHaves(request, reader));
      }
    }
  }

  private void answerRound(GitExchange exchange, byte[] round) throws IOException {
    try (Ticket _ = tickets.acquire(NativeFetch.TICKETS);
        GitProcess process = uploadPack.round(id(exchange))) {
      process.send(round);
      process.stdout().relayTo(exchange.out());
      process.succeed();
    }
  }

  /** Holds the whole conversation over SSH; the advertisement has been written. */
  void serveConversation(GitExchange exchange, VisibleRefs refs) throws IOException {
    PktLineReader reader = new PktLineReader(exchange.in(), settings.maxFetchSize().toBytes());
    try (RequestMemory.Share share = memory.share()) {
      reader.tell(share);
      FetchV0Request request = readAndCheck(exchange, refs, reader);
      if (request != null) {
        converse(exchange, request, reader);
      }
    }
  }

  private void converse(GitExchange exchange, FetchV0Request request, PktLineReader reader)
      throws IOException {
    try (Ticket _ = tickets.acquire(NativeFetch.TICKETS);
        GitProcess process = uploadPack.conversation(id(exchange))) {
      skipAdvertisement(process.stdout());
      OutputStream stdin = process.stdin();
      stdin.write(request.bytes());
      Thread listener =
          Thread.ofVirtual().name("upload-pack-in").start(() -> pass(reader.remaining(), stdin));
      try {
        process.stdout().relayTo(exchange.out());
        process.succeed();
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
    }
    return request;
  }

  private static byte[] withHaves(FetchV0Request request, PktLineReader reader) throws IOException {
    ByteArrayOutputStream round = new ByteArrayOutputStream(request.bytes().length + 1024);
    round.write(request.bytes());
    PktLineWriter writer = new PktLineWriter(round);
    for (Kind kind = reader.next(); kind != Kind.END; kind = reader.next()) {
      if (kind == Kind.FLUSH) {
        writer.flush();
      } else if (kind == Kind.DATA && isNegotiation(reader)) {
        writer.text(reader.text());
      } else {
        throw new WireException(
            "After its wants the client sent \""
                + PktLineReader.shortened(reader.text())
                + "\", where only have and done may follow");
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
    return reader.text().equals("done");
  }

  private static void skipAdvertisement(InputStream stdout) throws IOException {
    PktLineReader advertisement = new PktLineReader(stdout);
    Kind kind = advertisement.next();
    while (kind == Kind.DATA) {
      kind = advertisement.next();
    }
    if (kind != Kind.FLUSH) {
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

  private static long id(GitExchange exchange) {
    return exchange.repository().repository().id();
  }
}
