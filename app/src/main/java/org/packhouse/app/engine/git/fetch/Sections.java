package org.packhouse.app.engine.git.fetch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.packhouse.app.engine.git.PktLineWriter;

/** Sections before the pack in a response of protocol v2. */
public final class Sections {

  private static final char PACK_BAND = 1;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PktLineWriter writer = new PktLineWriter(bytes, 512);
  private final boolean banded;

  /** In side bands if the client asked for {@code sideband-all}. */
  public Sections(boolean banded) {
    this.banded = banded;
  }

  public void line(String text) throws IOException {
    if (banded) {
      writer.data((PACK_BAND + text + "\n").getBytes(StandardCharsets.UTF_8));
    } else {
      writer.text(text);
    }
  }

  public void delim() throws IOException {
    writer.delim();
  }

  public void flush() throws IOException {
    writer.flush();
  }

  public byte[] toBytes() throws IOException {
    writer.drain();
    return bytes.toByteArray();
  }
}
