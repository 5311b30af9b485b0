package org.packhouse.scmcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import org.packhouse.scmcache.ResponseFile.Range;

/** A client that takes everything, and knows how it came. */
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

  /** What came. */
  public byte[] bytes() {
    return received.toByteArray();
  }

  /** Whether it came as a file. */
  public boolean cameAsFile() {
    return ranges > 0;
  }

  /** Of how many ranges of files it came; 0 if it did not come as a file. */
  public int ranges() {
    return ranges;
  }
}
