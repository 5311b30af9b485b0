package org.packhouse.scmcache;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;

/** A client that takes everything, and knows how it came. */
public final class Receiver implements ScmCache.Client {

  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private boolean file;

  @Override
  public OutputStream out() {
    return received;
  }

  @Override
  public void send(ResponseFile response) throws IOException {
    file = true;
    try (response;
        InputStream in = Files.newInputStream(response.path())) {
      in.skipNBytes(response.position());
      received.write(in.readNBytes((int) response.length()));
    }
  }

  /** What came. */
  public byte[] bytes() {
    return received.toByteArray();
  }

  /** Whether it came as a file. */
  public boolean cameAsFile() {
    return file;
  }
}
