package org.packhouse.app.engine.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlicedFileTest {

  @TempDir private Path directory;

  @Test
  void givesASliceAtATimeAndAllOfItInTheEnd() throws IOException {
    byte[] bytes = new byte[3 * SlicedFile.SLICE + 5];
    new Random(3).nextBytes(bytes);
    Path path = Files.write(directory.resolve("file"), bytes);
    FileChannel file = FileChannel.open(path);
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    AtomicInteger closed = new AtomicInteger();
    try (FileChannel sliced = new SlicedFile(file, closed::incrementAndGet);
        WritableByteChannel client = Channels.newChannel(sent)) {
      for (long at = 0; at < bytes.length; ) {
        long count = sliced.transferTo(at, bytes.length - at, client);
        assertThat(count).isBetween(1L, (long) SlicedFile.SLICE);
        at += count;
      }
      assertThat(sliced.size()).isEqualTo(bytes.length);
    }
    assertThat(sent.toByteArray()).isEqualTo(bytes);
    assertThat(file.isOpen()).isFalse();
    assertThat(closed).hasValue(1);
  }
}
