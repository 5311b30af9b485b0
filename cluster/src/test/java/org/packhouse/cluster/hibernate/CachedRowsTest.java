package org.packhouse.cluster.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CachedRowsTest {

  private final AtomicLong stamps = new AtomicLong();
  private final CachedRows rows = new CachedRows(stamps, 100);

  private long begin() {
    return stamps.incrementAndGet();
  }

  @Test
  void refusesWhatWasReadBeforeItWasVoided() {
    long slow = begin();
    rows.invalidate(1L);
    assertThat(rows.put(1L, "old", slow)).isFalse();
    assertThat(rows.put(2L, "other", slow)).isTrue();
    assertThat(rows.put(1L, "new", begin())).isTrue();
    assertThat(rows.get(1L)).isEqualTo("new");
  }

  @Test
  void refusesItAfterItsTombstoneWasForgotten() {
    long slow = begin();
    for (long key = 0; key <= CachedRows.MAX_TOMBSTONES; key++) {
      rows.invalidate(key);
    }
    assertThat(rows.put(0L, "old", slow)).isFalse();
    assertThat(rows.put(-1L, "never voided, but read before that", slow)).isFalse();
    assertThat(rows.put(0L, "new", begin())).isTrue();
  }

  @Test
  void refusesItAfterAllWasVoided() {
    rows.put(1L, "x", begin());
    long slow = begin();
    rows.clear();
    assertThat(rows.get(1L)).isNull();
    assertThat(rows.put(1L, "old", slow)).isFalse();
    assertThat(rows.put(1L, "new", begin())).isTrue();
  }

  @Test
  void nobodyGetsOrPutsWhatIsBeingChanged() {
    rows.put(1L, "x", begin());
    rows.lock(1L);
    rows.lock(1L);
    assertThat(rows.get(1L)).isNull();
    assertThat(rows.put(1L, "committed before", begin())).isFalse();
    rows.unlock(1L);
    assertThat(rows.put(1L, "still", begin())).isFalse();
    long slow = begin();
    rows.unlock(1L);
    assertThat(rows.put(1L, "old", slow)).isFalse();
    assertThat(rows.put(1L, "new", begin())).isTrue();
  }
}
