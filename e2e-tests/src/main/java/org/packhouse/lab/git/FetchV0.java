package org.packhouse.lab.git;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.packhouse.lab.wire.Body;
import org.packhouse.lab.wire.OperationFailedException;
import org.packhouse.lab.wire.VerificationException;

/**
 * Protocol 0. Over HTTP each round says again what is wanted and what is known to be common; over
 * SSH it goes on where it was.
 */
final class FetchV0 implements FetchDialog {

  private static final List<String> CAPABILITIES =
      List.of(
          "multi_ack_detailed",
          "no-done",
          "side-band-64k",
          "thin-pack",
          "no-progress",
          "include-tag",
          "ofs-delta",
          "deepen-since",
          "deepen-not");

  private final GitConnection connection;
  private final Greeting greeting;

  FetchV0(GitConnection connection, Greeting greeting) {
    this.connection = connection;
    this.greeting = greeting;
  }

  @Override
  public Refs refs(List<String> prefixes) {
    return greeting.refs();
  }

  @Override
  public List<String> fetch(FetchRequest request, PackCheck pack) throws IOException {
    if (!greeting.offers("side-band-64k")) {
      throw new OperationFailedException("no side-band", "The server has no side-band-64k");
    }
    List<String> shallow = new ArrayList<>();
    PktLines ask = wants(request);
    if (request.depth() > 0 && connection.stateless()) {
      PktReader in = connection.ask(Body.of(wants(request).bytes()));
      shallowInfo(in, new ArrayList<>());
      connection.answered(in);
    } else if (request.depth() > 0) {
      shallowInfo(connection.ask(Body.of(ask.bytes())), shallow);
      ask = new PktLines();
    }
    PktReader in = request.haves().isEmpty() ? null : negotiate(request, ask);
    if (in == null) {
      in = connection.ask(Body.of(ask.line("done").bytes()));
      if (request.depth() > 0 && connection.stateless()) {
        shallowInfo(in, shallow);
      }
      acknowledged(in);
    }
    SideBand.read(in, pack);
    connection.answered(in);
    connection.goodbye(new byte[0]);
    return shallow;
  }

  /** Tells what the client has, until the server knows enough; then the pack is next. */
  private PktReader negotiate(FetchRequest request, PktLines ask) throws IOException {
    request.haves().forEach(it -> ask.line("have " + it));
    PktReader in = connection.ask(Body.of(ask.flush().bytes()));
    List<String> common = new ArrayList<>();
    boolean ready = false;
    for (String line = in.text(); !line.equals("NAK"); line = in.text()) {
      String[] words = line.split(" ", 4);
      if (words.length != 3 || !words[0].equals("ACK")) {
        throw new VerificationException("The server sent \"" + line + "\" in place of an ACK");
      }
      common.add(words[1]);
      ready |= words[2].equals("ready");
    }
    if (ready && noDone()) {
      acknowledged(in);
      return in;
    }
    connection.answered(in);
    PktLines last = connection.stateless() ? wants(request) : new PktLines();
    common.stream().distinct().forEach(it -> last.line("have " + it));
    in = connection.ask(Body.of(last.line("done").bytes()));
    acknowledged(in);
    return in;
  }

  /** Reads to the last word before the pack. */
  private static void acknowledged(PktReader in) throws IOException {
    String line = in.text();
    while (!line.equals("NAK") && line.split(" ", 4).length != 2) {
      line = in.text();
    }
  }

  private static void shallowInfo(PktReader in, List<String> shallow) throws IOException {
    int kind = in.next();
    for (; kind > PktReader.RESPONSE_END; kind = in.next()) {
      String line = in.line();
      if (line.startsWith("shallow ")) {
        shallow.add(line.substring("shallow ".length()));
      }
    }
    if (kind != PktReader.FLUSH) {
      throw in.unexpected(kind, "the end of what is shallow");
    }
  }

  private PktLines wants(FetchRequest request) {
    String capabilities =
        CAPABILITIES.stream()
            .filter(greeting::offers)
            .filter(it -> request.tags() || !it.equals("include-tag"))
            .filter(it -> connection.stateless() || !it.equals("no-done"))
            .collect(Collectors.joining(" "));
    PktLines ask = new PktLines();
    String rest = " " + capabilities + " " + Agent.CAPABILITY;
    for (String want : request.wants()) {
      ask.line("want " + want + rest);
      rest = "";
    }
    if (request.depth() > 0) {
      ask.line("deepen " + request.depth());
    }
    return ask.flush();
  }

  private boolean noDone() {
    return connection.stateless() && greeting.offers("no-done");
  }

  @Override
  public void leave() throws IOException {
    connection.goodbye(new PktLines().flush().bytes());
  }
}
