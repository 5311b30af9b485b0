package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.scmcache.ResponseFile;

class ResponseTargetTest {

  private static final int LENGTH = 3 * ResponseTarget.BLOCK + 1;

  @TempDir private Path directory;
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final AtomicInteger closed = new AtomicInteger();
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.write(directory.resolve("file"), new byte[10 + LENGTH]);
  }

  @Test
  void sendsAFileInBlocks() throws IOException {
    ResponseTarget target = () -> sent;
    target.send(new Lying(LENGTH));
    assertThat(sent.size()).isEqualTo(LENGTH);
    assertThat(closed).hasValue(1);
  }

  @Test
  void failsWhenTheFileIsShorterThanWasSaid() {
    ResponseTarget target = () -> sent;
    assertThatThrownBy(() -> target.send(new Lying(LENGTH + 5)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ends 5 bytes early");
    assertThat(closed).hasValue(1);
  }

  private final class Lying implements ResponseFile {

    private final long length;

    Lying(long length) {
      this.length = length;
    }

    @Override
    public List<Range> ranges() {
      return List.of(
          new Range(file, 10, LENGTH - 3), new Range(file, 7 + LENGTH, length + 3 - LENGTH));
    }

    @Override
    public long length() {
      return length;
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }
}
