package org.packhouse.app.engine.git.advertise;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.PktLineWriter;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.storage.refs.RefSnapshot.Entry;

/** Refs or, in protocol v2, constant capabilities of fetches: those of the native upload-pack. */
public final class Advertisement {

  public static final String AGENT = "agent=packhouse";

  private static final int BUFFER = 32 * 1024;
  private static final String FETCH = "fetch=shallow wait-for-done filter sideband-all";
  private static final byte[] V2 = v2(FETCH);
  private static final byte[] V2_WITH_REF_IN_WANT = v2(FETCH + " ref-in-want");

  private static final String V0_CAPABILITIES =
      "multi_ack thin-pack side-band side-band-64k ofs-delta shallow deepen-since deepen-not"
          + " deepen-relative no-progress include-tag multi_ack_detailed"
          + " allow-tip-sha1-in-want allow-reachable-sha1-in-want";

  private Advertisement() {}

  /** Writes the capabilities of protocol v2; {@code refInWant} lets clients want refs by name. */
  public static void writeV2(GitExchange exchange, boolean refInWant) throws IOException {
    exchange.monitor().operation("capabilities");
    exchange.out().write(refInWant ? V2_WITH_REF_IN_WANT : V2);
    exchange.out().flush();
  }

  public static void writeV0(GitExchange exchange, VisibleRefs refs) throws IOException {
    exchange.monitor().operation("refs");
    PktLineWriter writer = new PktLineWriter(exchange.out(), BUFFER);
    if (exchange.protocol() == ProtocolVersion.V1) {
      writer.text("version 1");
    }
    String capabilities = capabilities(refs, exchange.stateless());
    var head = refs.snapshot().head();
    if (head.isPresent()) {
      writer.idAndText(head.get().id(), "HEAD\0" + capabilities);
    }
    List<Entry> all = refs.all();
    int told = 0;
    if (head.isEmpty() && all.isEmpty()) {
      writer.idAndText(ObjectId.zeroId(), "capabilities^{}\0" + capabilities);
    } else if (head.isEmpty()) {
      write(writer, all.getFirst(), "\0" + capabilities);
      told = 1;
    }
    if (refs.pullRequests().isEmpty()) {
      writer.drain();
      refs.facts().advertised(refs.snapshot()).writeFrom(told, exchange.out());
    } else {
      for (Entry entry : all.subList(told, all.size())) {
        write(writer, entry, "");
      }
    }
    writer.flush();
    writer.send();
  }

  static void write(PktLineWriter writer, Entry entry, String behindName) throws IOException {
    writer.idAndText(entry.id(), entry.name() + behindName);
    if (entry.peeled() != null) {
      writer.idAndText(entry.peeled(), entry.name() + "^{}");
    }
  }

  private static String capabilities(VisibleRefs refs, boolean stateless) {
    StringBuilder capabilities = new StringBuilder(V0_CAPABILITIES);
    if (stateless) {
      capabilities.append(" no-done");
    }
    if (refs.snapshot().head().isPresent()) {
      capabilities.append(" symref=HEAD:").append(refs.snapshot().headTarget());
    }
    return capabilities.append(" filter object-format=sha1 ").append(AGENT).toString();
  }

  private static byte[] v2(String fetch) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PktLineWriter writer = new PktLineWriter(bytes);
    try {
      writer.text("version 2");
      writer.text(AGENT);
      writer.text("ls-refs=unborn");
      writer.text(fetch);
      writer.text("server-option");
      writer.text("object-format=sha1");
      writer.text("object-info");
      writer.flush();
      writer.drain();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
