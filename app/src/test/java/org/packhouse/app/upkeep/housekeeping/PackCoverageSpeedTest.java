package org.packhouse.app.upkeep.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.upkeep.housekeeping.PackCoverage.Home;
import org.packhouse.app.upkeep.housekeeping.PackDirectory.Pack;

/**
 * Measures what the comparison of packs takes, on indexes of random ids: figures for
 * docs/performance.md.
 */
@Tag("full")
@Tag("measurements")
class PackCoverageSpeedTest {

  private static final int LARGE = 2_000_000;

  @TempDir private Path repository;

  @Test
  void comparesLargePacksAndManySmallOnes() throws IOException {
    PackDirectory directory = new PackDirectory(repository);
    Files.createDirectories(directory.path());
    byte[][] ids = ids();
    Pack large = write(directory, "pack-large", ids, 0, LARGE);
    Pack again = write(directory, "pack-again", ids, 0, LARGE);
    Pack[] small = new Pack[40];
    byte[][] some = new byte[120][];
    for (int i = 0; i < small.length; i++) {
      for (int n = 0; n < some.length; n++) {
        some[n] = ids[(int) ((n * 1_009L + i * 7_919L) * 31 % LARGE)];
      }
      byte[][] sorted = some.clone();
      Arrays.sort(sorted, Arrays::compareUnsigned);
      small[i] = write(directory, "pack-small-" + i, sorted, 0, sorted.length);
    }
    for (int round = 0; round < 5; round++) {
      measure("all of 2,000,000 objects", directory, List.of(large), again);
      measure("40 packs of 120 objects", directory, List.of(small), again);
    }
  }

  private static void measure(String what, PackDirectory directory, List<Pack> going, Pack home)
      throws IOException {
    long began = System.nanoTime();
    var findings =
        PackCoverage.of(directory, going, List.of(new Home(directory, home.name())), null);
    long millis = (System.nanoTime() - began) / 1_000_000;
    assertThat(findings.values()).allMatch(found -> found.homeless() == null);
    System.out.printf("%s compared with 2,000,000: %d ms%n", what, millis);
  }

  private static byte[][] ids() {
    Random random = new Random(1);
    byte[][] ids = new byte[LARGE][PackedIds.ID];
    for (byte[] id : ids) {
      random.nextBytes(id);
    }
    Arrays.sort(ids, Arrays::compareUnsigned);
    return ids;
  }

  private static Pack write(PackDirectory directory, String name, byte[][] ids, int from, int to)
      throws IOException {
    int[] fanout = new int[256];
    for (int i = from; i < to; i++) {
      fanout[ids[i][0] & 0xff]++;
    }
    try (DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(Files.newOutputStream(directory.file(name, ".idx"))))) {
      out.writeInt(0xff744f63);
      out.writeInt(2);
      int total = 0;
      for (int count : fanout) {
        total += count;
        out.writeInt(total);
      }
      for (int i = from; i < to; i++) {
        out.write(ids[i]);
      }
      out.write(new byte[(to - from) * 8 + 2 * PackedIds.ID]);
    }
    ByteBuffer pack = ByteBuffer.allocate(12 + PackedIds.ID);
    pack.putInt(0x5041434b).putInt(2).putInt(to - from);
    Files.write(directory.file(name, ".pack"), pack.array());
    return new Pack(name, to - from, false, false, false, 0);
  }
}
