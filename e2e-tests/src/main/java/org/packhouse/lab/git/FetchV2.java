package org.packhouse.lab.git;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.packhouse.lab.wire.Body;
import org.packhouse.lab.wire.VerificationException;

/** Protocol 2: each command is complete in itself. */
final class FetchV2 implements FetchDialog {

  private static final String SYMREF = "symref-target:";

  private final GitConnection connection;
  private final Greeting greeting;

  FetchV2(GitConnection connection, Greeting greeting) {
    this.connection = connection;
    this.greeting = greeting;
  }

  @Override
  public Refs refs(List<String> prefixes) throws IOException {
    PktLines ask = command("ls-refs").line("peel").line("symrefs");
    if (greeting.capabilities().contains("ls-refs=unborn")) {
      ask.line("unborn");
    }
    prefixes.forEach(it -> ask.line("ref-prefix " + it));
    PktReader in = connection.ask(Body.of(ask.flush().bytes()));
    List<Ref> refs = new ArrayList<>();
    String head = "";
    for (int kind = in.next(); kind != PktReader.FLUSH; kind = in.next()) {
      if (kind <= PktReader.RESPONSE_END) {
        throw in.unexpected(kind, "a ref");
      }
      String line = in.line();
      int symref = line.startsWith("HEAD ", Ref.ID + 1) ? line.indexOf(SYMREF) : -1;
      head = symref < 0 ? head : line.substring(symref + SYMREF.length());
      if (!line.startsWith("unborn ")) {
        refs.add(Ref.parse(line));
      }
    }
    connection.answered(in);
    return new Refs(refs, head);
  }

  @Override
  public List<String> fetch(FetchRequest request, PackCheck pack) throws IOException {
    boolean done = request.haves().isEmpty();
    PktReader in = connection.ask(Body.of(fetch(request, request.haves(), done)));
    List<String> shallow = new ArrayList<>();
    String section = in.text();
    if (section.equals("acknowledgments")) {
      List<String> common = new ArrayList<>();
      if (!acknowledgments(in, common)) {
        connection.answered(in);
        in = connection.ask(Body.of(fetch(request, common, true)));
      }
      section = in.text();
    }
    if (section.equals("shallow-info")) {
      shallowInfo(in, shallow);
      section = in.text();
    }
    if (!section.equals("packfile")) {
      throw new VerificationException("The server sent a section \"" + section + "\"");
    }
    SideBand.read(in, pack);
    connection.answered(in);
    connection.goodbye(new PktLines().flush().bytes());
    return shallow;
  }

  private byte[] fetch(FetchRequest request, List<String> haves, boolean done) {
    PktLines ask = command("fetch").line("thin-pack").line("no-progress");
    if (request.tags()) {
      ask.line("include-tag");
    }
    ask.line("ofs-delta");
    if (request.depth() > 0) {
      ask.line("deepen " + request.depth());
    }
    request.wants().forEach(it -> ask.line("want " + it));
    haves.forEach(it -> ask.line("have " + it));
    if (done) {
      ask.line("done");
    }
    return ask.flush().bytes();
  }

  /** Whether a pack follows. */
  private static boolean acknowledgments(PktReader in, List<String> common) throws IOException {
    boolean ready = false;
    int kind = in.next();
    for (; kind > PktReader.RESPONSE_END; kind = in.next()) {
      String line = in.line();
      ready |= line.equals("ready");
      if (line.startsWith("ACK ")) {
        common.add(line.substring(4));
      }
    }
    if (kind != (ready ? PktReader.DELIMITER : PktReader.FLUSH)) {
      throw in.unexpected(kind, "the end of the acknowledgments");
    }
    return ready;
  }

  private static void shallowInfo(PktReader in, List<String> shallow) throws IOException {
    int kind = in.next();
    for (; kind > PktReader.RESPONSE_END; kind = in.next()) {
      String line = in.line();
      if (line.startsWith("shallow ")) {
        shallow.add(line.substring("shallow ".length()));
      }
    }
    if (kind != PktReader.DELIMITER) {
      throw in.unexpected(kind, "the end of what is shallow");
    }
  }

  private PktLines command(String name) {
    PktLines ask = new PktLines().line("command=" + name).line(Agent.CAPABILITY);
    if (greeting.offers("object-format")) {
      ask.line("object-format=sha1");
    }
    return ask.delimiter();
  }

  @Override
  public void leave() throws IOException {
    connection.goodbye(new PktLines().flush().bytes());
  }
}
