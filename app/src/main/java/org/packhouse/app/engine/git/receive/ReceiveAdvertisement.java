package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.PktLineWriter;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.engine.git.advertise.Advertisement;
import org.packhouse.app.storage.refs.RefSnapshot;

/** The advertisement of a push: all refs and capabilities. Protocol v2 has no push. */
final class ReceiveAdvertisement {

  private static final int BUFFER = 32 * 1024;

  private static final String CAPABILITIES =
      "report-status report-status-v2 delete-refs quiet atomic ofs-delta side-band-64k"
          + " push-options object-format=sha1 "
          + Advertisement.AGENT;

  private ReceiveAdvertisement() {}

  static void write(GitExchange exchange, RefSnapshot snapshot) throws IOException {
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
}
