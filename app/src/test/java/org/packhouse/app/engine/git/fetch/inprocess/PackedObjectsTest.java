package org.packhouse.app.engine.git.fetch.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.git.fetch.inprocess.PackedObjects.Gathering;

/** Bytes of objects, kept as they go out. */
class PackedObjectsTest {

  @Property(tries = 50)
  void keepWhatWentOutInItsOrder(
      @ForAll @Size(max = 12) List<@IntRange(min = 0, max = 150_000) Integer> sizes)
      throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    PackedObjects packed = PackedObjects.NONE;
    Random random = new Random(sizes.hashCode());
    for (int size : sizes) {
      Gathering gathering = new Gathering(sent, PackedObjects.MAX_LENGTH);
      for (int left = size; left > 0; ) {
        byte[] some = new byte[Math.min(left, 1 + random.nextInt(40_000))];
        random.nextBytes(some);
        gathering.write(some);
        left -= some.length;
      }
      packed = packed.with(gathering, 2, 1);
    }
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    packed.writeTo(kept);
    assertThat(kept.toByteArray()).isEqualTo(sent.toByteArray());
    assertThat(packed.length()).isEqualTo(sent.size());
    assertThat(packed.count()).isEqualTo(2 * sizes.size());
    assertThat(packed.deltas()).isEqualTo(sizes.size());
  }

  @Test
  void areNotKeptBeyondWhatMayBe() throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    Gathering gathering = new Gathering(sent, 10);
    gathering.write(new byte[10]);
    assertThat(gathering.isWhole()).isTrue();
    gathering.write(1);
    gathering.write(new byte[5]);
    assertThat(gathering.isWhole()).isFalse();
    assertThat(sent.size()).isEqualTo(16);
    assertThat(new Gathering(OutputStream.nullOutputStream(), 0).isWhole()).isTrue();
  }
}
