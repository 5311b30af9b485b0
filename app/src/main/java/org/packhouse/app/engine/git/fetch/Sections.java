package org.packhouse.app.engine.git.fetch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.packhouse.app.engine.git.PktLineWriter;

/**
 * Sections before the pack in a response of protocol v2: lines, in the side band if the client
 * asks.
 */
public final class Sections {

  private static final char PACK_BAND = 1;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PktLineWriter writer = new PktLineWriter(bytes, 512);
  private final boolean banded;

  /**
   * Makes one.
   *
   * @param banded whether the client asked for {@code sideband-all}
   */
  public Sections(boolean banded) {
    this.banded = banded;
  }

  /** Adds a line. */
  public void line(String text) throws IOException {
    if (banded) {
      writer.data((PACK_BAND + text + "\n").getBytes(StandardCharsets.UTF_8));
    } else {
      writer.text(text);
    }
  }

  /** Ends a section. */
  public void delim() throws IOException {
    writer.delim();
  }

  /** Ends the response. */
  public void flush() throws IOException {
    writer.flush();
  }

  /** All of it. */
  public byte[] toBytes() throws IOException {
    writer.drain();
    return bytes.toByteArray();
  }
}
