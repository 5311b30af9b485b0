package org.packhouse.lab.git;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.packhouse.lab.wire.OperationFailedException;
import org.packhouse.lab.wire.VerificationException;

/** A stream that comes multiplexed: data in band 1, progress in band 2, an error in band 3. */
final class SideBand {

  private SideBand() {}

  /** A consumer of data. */
  @FunctionalInterface
  interface Data {
    void take(ByteBuffer part) throws IOException;
  }

  /** Reads to the flush packet. */
  static void read(PktReader in, Data data) throws IOException {
    for (int kind = in.next(); kind != PktReader.FLUSH; kind = in.next()) {
      if (kind <= PktReader.RESPONSE_END) {
        throw in.unexpected(kind, "a packet of the side-band");
      }
      packet(in, data);
    }
  }

  private static void packet(PktReader in, Data data) throws IOException {
    int band = in.octet();
    switch (band) {
      case 1 -> {
        for (ByteBuffer part = in.part(); part != null; part = in.part()) {
          data.take(part);
        }
      }
      case 2 -> {
        // progress, which the next packet skips
      }
      case 3 ->
          throw new OperationFailedException(
              "band 3",
              "The server says: " + new String(in.rest(), StandardCharsets.UTF_8).strip());
      default -> throw new VerificationException("The side-band has no band " + band);
    }
  }
}
