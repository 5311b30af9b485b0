package org.packhouse.app.engine.git.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.engine.git.RawPush.BLOB;
import static org.packhouse.app.engine.git.RawPush.REF_DELTA;
import static org.packhouse.app.engine.git.RawPush.entry;
import static org.packhouse.app.engine.git.RawPush.pack;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SmallPackTest {

  private static final byte[] NO_BASE = new byte[0];

  @Test
  void countsWhatADeltaIsMadeFrom() throws IOException {
    // Of 512 MB, the first byte.
    byte[] delta = {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x02, 0x01, (byte) 0x90, 1};
    SmallPack pack = read(pack(entry(REF_DELTA, new byte[20], delta)), 1 << 20);

    assertThat(pack.isComplete()).isTrue();
    assertThat(pack.largest()).isEqualTo(512L << 20);
    assertThat(pack.bases()).isEqualTo(512L << 20);
    assertThat(pack.inflated()).isEqualTo(1);
  }

  @Test
  void judgesALargeObjectAlikeWhereverItStandsInThePack() throws IOException {
    byte[] large = entry(BLOB, NO_BASE, new byte[100 << 20]);
    byte[] noise = new byte[50_000];
    new java.util.Random(1).nextBytes(noise);
    byte[] other = entry(BLOB, NO_BASE, noise);
    for (byte[] bytes : new byte[][] {pack(large, other), pack(other, large)}) {
      SmallPack small = read(bytes, 1 << 20);
      assertThat(small.isComplete()).isTrue();
      assertThat(small.inflated()).isEqualTo((100 << 20) + 50_000);
      assertThat(read(bytes, bytes.length - 1).isComplete()).isFalse();
    }
  }

  private static SmallPack read(byte[] bytes, int capacity) throws IOException {
    SmallPack pack = new SmallPack(new ByteArrayInputStream(bytes), capacity);
    pack.read();
    return pack;
  }
}
