package org.packhouse.app.engine.git.advertise;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.PktLineReader.Kind;
import org.packhouse.app.engine.git.PktLineWriter;
import org.packhouse.app.engine.git.V2Command;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.engine.git.advertise.RefFacts.RefLines;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.RefSnapshot.Entry;

/**
 * {@code ls-refs} of protocol v2, answered from the snapshot.
 *
 * @param prefixes of refs to list; empty: all
 */
public record LsRefs(boolean peel, boolean symrefs, boolean unborn, List<String> prefixes) {

  // As git does: a client with more prefixes gets all refs and filters them itself.
  private static final int MAX_PREFIXES = 65536;
  private static final int BUFFER = 32 * 1024;

  /** Reads the arguments up to the flush packet that ends the request. */
  public static LsRefs parse(PktLineReader reader, boolean arguments) throws IOException {
    boolean peel = false;
    boolean symrefs = false;
    boolean unborn = false;
    List<String> prefixes = new ArrayList<>();
    Kind kind = arguments ? reader.next() : Kind.FLUSH;
    while (kind == Kind.DATA) {
      String line = reader.text();
      switch (line) {
        case "peel" -> peel = true;
        case "symrefs" -> symrefs = true;
        case "unborn" -> unborn = true;
        default -> {
          if (!line.startsWith("ref-prefix ")) {
            throw new WireException(
                "ls-refs does not know \"" + PktLineReader.shortened(line) + "\"");
          }
          if (prefixes.size() <= MAX_PREFIXES) {
            prefixes.add(line.substring("ref-prefix ".length()));
          }
        }
      }
      kind = reader.next();
    }
    V2Command.expectEnd(kind);
    if (prefixes.size() > MAX_PREFIXES) {
      prefixes.clear();
    }
    return new LsRefs(peel, symrefs, unborn, prefixes);
  }

  public void write(GitExchange exchange, VisibleRefs refs) throws IOException {
    PktLineWriter writer = new PktLineWriter(exchange.out(), BUFFER);
    if (wanted("HEAD")) {
      writeHead(writer, refs.snapshot());
    }
    if (refs.pullRequests().isEmpty()) {
      writer.drain();
      RefSnapshot snapshot = refs.snapshot();
      RefLines lines = refs.facts().listed(snapshot, peel);
      if (prefixes.isEmpty()) {
        lines.writeFrom(0, exchange.out());
      } else {
        lines.write(snapshot, prefixes, exchange.out());
      }
    } else {
      writeEach(writer, refs.all());
    }
    writer.flush();
    writer.send();
  }

  private void writeEach(PktLineWriter writer, List<Entry> entries) throws IOException {
    for (Entry entry : entries) {
      if (wanted(entry.name())) {
        writer.idAndText(entry.id(), text(entry, peel));
      }
    }
  }

  static String text(Entry entry, boolean peel) {
    return peel && entry.peeled() != null
        ? entry.name() + " peeled:" + entry.peeled().name()
        : entry.name();
  }

  private void writeHead(PktLineWriter writer, RefSnapshot snapshot) throws IOException {
    String target = symrefs ? " symref-target:" + snapshot.headTarget() : "";
    var head = snapshot.head();
    if (head.isPresent()) {
      writer.idAndText(head.get().id(), "HEAD" + target + peeled(head.get()));
    } else if (unborn) {
      writer.text("unborn HEAD" + target);
    }
  }

  private String peeled(Entry entry) {
    return peel && entry.peeled() != null ? " peeled:" + entry.peeled().name() : "";
  }

  private boolean wanted(String name) {
    if (prefixes.isEmpty()) {
      return true;
    }
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
