package org.packhouse.scmcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import org.packhouse.scmcache.ResponseFile.Range;

/** A client that receives everything. */
public final class Receiver implements ScmCache.Client {

  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private int ranges;

  @Override
  public OutputStream out() {
    return received;
  }

  @Override
  public void send(ResponseFile response) throws IOException {
    ranges = response.ranges().size();
    try (response) {
      for (Range range : response.ranges()) {
        try (InputStream in = Files.newInputStream(range.file())) {
          in.skipNBytes(range.position());
          received.write(in.readNBytes((int) range.length()));
        }
      }
    }
    assertThat(received.size()).isEqualTo((int) response.length());
  }

  public byte[] bytes() {
    return received.toByteArray();
  }

  public boolean cameAsFile() {
    return ranges > 0;
  }

  /** Returns the number of file ranges, 0 if it did not come as a file. */
  public int ranges() {
    return ranges;
  }
}
