package org.packhouse.app.engine.git.fetch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.PktLineReader.Kind;
import org.packhouse.app.engine.git.PktLineWriter;
import org.packhouse.app.engine.git.V2Command;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.engine.git.advertise.Advertisement;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;

/**
 * A {@code fetch} of protocol v2 in canonical form: two requests with the same answer have the same
 * bytes. Wants keep their order where there is a filter: a blob that is wanted by itself passes
 * {@code blob:none} if no tree has led to it before.
 *
 * @param options flags and {@code deepen}, {@code filter} lines, sorted
 * @param haves in the client's order, in which it is answered
 */
public record FetchRequest(
    SortedSet<String> options,
    SortedSet<ObjectId> shallow,
    SequencedSet<ObjectId> wants,
    SortedSet<ObjectId> haves,
    boolean done) {

  static final int MAX_SHALLOW = 100_000;

  // "0035shallow", a space, 40 digits and a line feed
  private static final int ID_LINE = 53;

  /** Reads the arguments up to the flush packet that ends the request. */
  static FetchRequest parse(PktLineReader reader, boolean arguments) throws IOException {
    FetchRequest.Builder request = new FetchRequest.Builder();
    Kind kind = arguments ? reader.next() : Kind.FLUSH;
    while (kind == Kind.DATA) {
      request.line(reader);
      kind = reader.next();
    }
    V2Command.expectEnd(kind);
    return request.build();
  }

  /** Sorts the wants unless there is a filter. */
  static SequencedSet<ObjectId> ordered(SequencedSet<ObjectId> wants, SortedSet<String> options) {
    boolean isFiltered = options.stream().anyMatch(option -> option.startsWith("filter "));
    return isFiltered ? wants : new TreeSet<>(wants);
  }

  FetchRequest cutOffAt(SortedSet<ObjectId> commits) {
    return new FetchRequest(options, commits, wants, haves, done);
  }

  /** Adds a shallow commit, up to the limit. */
  static void addShallow(SortedSet<ObjectId> shallow, ObjectId id) throws WireException {
    shallow.add(id);
    if (shallow.size() > MAX_SHALLOW) {
      throw new WireException(
          "More than " + MAX_SHALLOW + " shallow commits in one request are not accepted");
    }
  }

  boolean isEmpty() {
    return wants.isEmpty() && !options.contains("wait-for-done");
  }

  /** Names the operation in the access log. */
  String operation() {
    boolean shallowed = options.stream().anyMatch(option -> option.startsWith("deepen"));
    if (!haves.isEmpty() || !shallow.isEmpty()) {
      return "fetch";
    }
    return shallowed ? "shallow clone" : "clone";
  }

  /** Returns whether a client without history asks for single commits. */
  public boolean isOfDepthOne() {
    return haves.isEmpty() && shallow.isEmpty() && options.contains("deepen 1");
  }

  List<String> deepenNot() {
    return named("deepen-not ");
  }

  List<String> wantRefs() {
    return named(FetchOption.WANT_REF);
  }

  private List<String> named(String keyword) {
    return options.stream()
        .filter(option -> option.startsWith(keyword))
        .map(option -> option.substring(keyword.length()))
        .toList();
  }

  /** Returns the request in the form of git's upload-pack. */
  byte[] toBytes(Framing framing) {
    ByteArrayOutputStream bytes =
        new ByteArrayOutputStream(512 + ID_LINE * (wants.size() + haves.size() + shallow.size()));
    PktLineWriter writer = new PktLineWriter(bytes);
    try {
      if (framing == Framing.V2) {
        writeV2(writer);
      } else {
        writeV0(writer, framing);
      }
      writer.drain();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void writeV2(PktLineWriter writer) throws IOException {
    writer.text("command=fetch");
    writer.text(Advertisement.AGENT);
    writer.text("object-format=sha1");
    writer.delim();
    for (String option : options) {
      writer.text(option);
    }
    writeIds(writer, "shallow ", shallow);
    writeIds(writer, "want ", wants);
    writeIds(writer, "have ", haves);
    if (done) {
      writer.text("done");
    }
    writer.flush();
  }

  private void writeV0(PktLineWriter writer, Framing framing) throws IOException {
    writer.text("want " + wants.getFirst().name() + capabilities(framing));
    writeIds(writer, "want ", wants.stream().skip(1).toList());
    writeIds(writer, "shallow ", shallow);
    for (String option : options) {
      if (!FetchOption.isFlag(option)) {
        writer.text(option);
      }
    }
    writer.flush();
    writeIds(writer, "have ", haves);
    if (done) {
      writer.text("done");
    }
  }

  private String capabilities(Framing framing) {
    StringBuilder capabilities = new StringBuilder();
    switch (framing) {
      case V0_SIDE_BAND_64K -> capabilities.append(" side-band-64k");
      case V0_SIDE_BAND -> capabilities.append(" side-band");
      case V0_BARE, V2 -> {}
    }
    for (String option : options) {
      if (FetchOption.isFlag(option)) {
        capabilities.append(' ').append(option);
      } else if (option.startsWith("filter ")) {
        capabilities.append(" filter");
      }
    }
    return capabilities.append(' ').append(Advertisement.AGENT).toString();
  }

  private static void writeIds(PktLineWriter writer, String keyword, Collection<ObjectId> ids)
      throws IOException {
    for (ObjectId id : ids) {
      writer.text(keyword + id.name());
    }
  }

  private static final class Builder {
    private final SortedSet<String> options = new TreeSet<>();
    private final SortedSet<ObjectId> shallow = new TreeSet<>();
    private final SequencedSet<ObjectId> wants = new LinkedHashSet<>();
    private final SortedSet<ObjectId> haves = new TreeSet<>();
    private boolean done;

    void line(PktLineReader reader) throws IOException {
      if (reader.startsWith("want ")) {
        wants.add(reader.objectIdAfter("want ".length()));
      } else if (reader.startsWith("have ")) {
        haves.add(reader.objectIdAfter("have ".length()));
      } else if (reader.startsWith("shallow ")) {
        addShallow(shallow, reader.objectIdAfter("shallow ".length()));
      } else if (reader.text().equals("done")) {
        done = true;
      } else {
        options.add(FetchOption.check(reader.text()));
      }
    }

    FetchRequest build() {
      return new FetchRequest(options, shallow, ordered(wants, options), haves, done);
    }
  }
}
