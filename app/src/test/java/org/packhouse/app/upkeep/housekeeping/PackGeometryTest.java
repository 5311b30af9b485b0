package org.packhouse.app.upkeep.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.packhouse.app.upkeep.housekeeping.PackDirectory.Pack;

class PackGeometryTest {

  @Test
  void leavesAProgressionAlone() {
    assertThat(rolledUp(1, 2, 4, 8, 100)).isEmpty();
    assertThat(rolledUp(7)).isEmpty();
    assertThat(rolledUp()).isEmpty();
  }

  @Test
  void rollsUpPacksOfOneSize() {
    assertThat(rolledUp(3, 3, 3, 3, 1000)).containsExactly(3L, 3L, 3L, 3L);
  }

  @Test
  void takesTheNextPackAlongIfTheSumWouldOutgrowIt() {
    assertThat(rolledUp(3, 3, 8, 1000)).containsExactly(3L, 3L, 8L);
  }

  @Test
  void findsABitmapOutgrownWhenAnEighthLiesBesideItButNotForAFewObjects() {
    assertThat(isOutgrown(besideBitmap(16_000, 700, 1_299), 0)).isFalse();
    assertThat(isOutgrown(besideBitmap(16_000, 700, 1_300), 0)).isTrue();
    assertThat(isOutgrown(besideBitmap(100, 999), 0)).isFalse();
    assertThat(isOutgrown(besideBitmap(100, 1_000), 0)).isTrue();
  }

  @Test
  void leavesABitmapAloneThatWasJustWritten() {
    assertThat(isOutgrown(besideBitmap(100, 1_000), 59_999)).isTrue();
    assertThat(isOutgrown(besideBitmap(100, 1_000), 60_000)).isFalse();
  }

  private static boolean isOutgrown(List<Pack> packs, long writtenAt) {
    List<Pack> written =
        packs.stream()
            .map(it -> new Pack(it.name(), it.objects(), false, false, it.bitmap(), writtenAt))
            .toList();
    return PackGeometry.isBitmapOutgrown(written, Instant.ofEpochMilli(60_000));
  }

  private static List<Pack> besideBitmap(long covered, long... beside) {
    List<Pack> packs = new ArrayList<>(packs(beside));
    packs.add(new Pack("pack-with-bitmap", covered, false, false, true, 0));
    return packs;
  }

  @Property(tries = 300)
  void leavesAProgressionBehind(
      @ForAll @Size(max = 40) List<@LongRange(min = 1, max = 5_000) Long> sizes) {
    List<Pack> packs = packs(sizes.stream().mapToLong(Long::longValue).toArray());
    List<Pack> rolled = PackGeometry.rollUp(packs);
    List<Long> left = new ArrayList<>();
    packs.stream().filter(pack -> !rolled.contains(pack)).map(Pack::objects).forEach(left::add);
    long sum = rolled.stream().mapToLong(Pack::objects).sum();
    if (sum > 0) {
      left.add(sum);
    }
    left.sort(null);
    for (int i = 1; i < left.size(); i++) {
      assertThat(left.get(i)).isGreaterThanOrEqualTo(2 * left.get(i - 1));
    }
    assertThat(rolled).hasSizeBetween(0, packs.size());
    assertThat(rolled.size()).isNotEqualTo(1);
  }

  private static List<Long> rolledUp(long... sizes) {
    return PackGeometry.rollUp(packs(sizes)).stream().map(Pack::objects).toList();
  }

  private static List<Pack> packs(long... sizes) {
    long[] number = {0};
    return LongStream.of(sizes)
        .mapToObj(size -> new Pack("pack-" + number[0]++, size, false, false, false, 0))
        .toList();
  }
}
