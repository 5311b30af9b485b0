package org.packhouse.app.engine.git.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.RawPush;

class PackSpoolTest {

  private static final byte[] PACK =
      RawPush.pack(RawPush.entry(RawPush.BLOB, new byte[0], new byte[] {1, 2, 3}));

  @TempDir private Path directory;

  @Test
  void knowsTheEndOfAPackWhoseClientKeepsTheStreamOpen() throws IOException {
    for (int piece : new int[] {1, 7, 30}) {
      try (PackSpool spool = PackSpool.in(directory, 0)) {
        spool.fill(bytes(0), new Endless(PACK, piece), 0);
        assertThat(spool.isComplete()).isTrue();
        assertThat(spool.replay().readAllBytes()).isEqualTo(PACK);
      }
    }
  }

  @Test
  void goesOnWithWhatCameBefore() throws IOException {
    try (PackSpool spool = PackSpool.in(directory, 0)) {
      byte[] rest = Arrays.copyOfRange(PACK, 15, PACK.length);
      spool.fill(bytes(15), new Endless(rest, 4), 0);
      assertThat(spool.isComplete()).isTrue();
      assertThat(spool.replay().readAllBytes()).isEqualTo(PACK);
    }
  }

  @Test
  void isIncompleteWhereTheStreamEndsBefore() throws IOException {
    try (PackSpool spool = PackSpool.in(directory, 0)) {
      spool.fill(bytes(PACK.length - 1), InputStream.nullInputStream(), 0);
      assertThat(spool.isComplete()).isFalse();
    }
  }

  @Test
  void takesNoMoreThanItMay() throws IOException {
    try (PackSpool spool = PackSpool.in(directory, 0)) {
      InputStream rest = new ByteArrayInputStream(new byte[300_000]);
      spool.fill(bytes(0), rest, 100_000);
      assertThat(spool.replay().readAllBytes()).hasSizeBetween(100_000, 200_000);
      assertThat(rest.available()).isGreaterThan(100_000);
    }
  }

  @Test
  void losesNothingWhereThereIsNoRoom() throws IOException {
    try (PackSpool spool = PackSpool.in(directory, Long.MAX_VALUE / 2)) {
      InputStream rest = new ByteArrayInputStream(PACK, 20, PACK.length - 20);
      spool.fill(bytes(20), rest, 0);
      assertThat(spool.isComplete()).isFalse();
      assertThat(spool.replay().readAllBytes()).isEqualTo(Arrays.copyOf(PACK, 20));
      assertThat(rest.available()).isEqualTo(PACK.length - 20);
    }
  }

  private static ByteArrayInputStream bytes(int count) {
    return new ByteArrayInputStream(PACK, 0, count);
  }

  @Test
  void leavesNoFile() throws IOException {
    try (PackSpool spool = PackSpool.in(directory, 0);
        var left = Files.list(directory)) {
      spool.fill(bytes(PACK.length), InputStream.nullInputStream(), 0);
      assertThat(left).isEmpty();
    }
  }

  /** Bytes in pieces; whoever asks for more than there are would wait for ever. */
  private static final class Endless extends InputStream {

    private final ByteArrayInputStream bytes;
    private final int piece;

    Endless(byte[] bytes, int piece) {
      this.bytes = new ByteArrayInputStream(bytes);
      this.piece = piece;
    }

    @Override
    public int read() {
      throw new AssertionError("read byte by byte");
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      int count = bytes.read(target, offset, Math.min(piece, length));
      if (count < 0) {
        throw new AssertionError("The pack has ended: nothing more comes");
      }
      return count;
    }
  }
}
