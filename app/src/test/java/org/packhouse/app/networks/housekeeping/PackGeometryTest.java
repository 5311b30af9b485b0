package org.packhouse.app.networks.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.packhouse.app.networks.housekeeping.PackDirectory.Pack;

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
    assertThat(PackGeometry.isBitmapOutgrown(besideBitmap(16_000, 700, 1_299))).isFalse();
    assertThat(PackGeometry.isBitmapOutgrown(besideBitmap(16_000, 700, 1_300))).isTrue();
    assertThat(PackGeometry.isBitmapOutgrown(besideBitmap(100, 999))).isFalse();
    assertThat(PackGeometry.isBitmapOutgrown(besideBitmap(100, 1_000))).isTrue();
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
