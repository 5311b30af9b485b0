package org.packhouse.app.engine.connector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConnectionRoomTest {

  private static final long HEAP = 512L << 20;

  @Test
  void isAnEighthOfTheHeapForAllConnectors() {
    assertThat(new ConnectionRoom(null, HEAP, 1).most(false)).isEqualTo(2730);
    assertThat(new ConnectionRoom(null, HEAP, 2).most(false)).isEqualTo(1365);
    assertThat(new ConnectionRoom(null, 4 * HEAP, 1).most(false)).isEqualTo(8192);
  }

  @Test
  void isLessWithTls() {
    assertThat(new ConnectionRoom(null, HEAP, 1).most(true)).isEqualTo(682);
  }

  @Test
  void isWhatTheAdministratorWantsWhereTheHeapHasRoom() {
    ConnectionRoom less = new ConnectionRoom(100, HEAP, 1);
    assertThat(less.most(false)).isEqualTo(100);
    assertThat(less.shortfall(false)).isEmpty();
    assertThat(new ConnectionRoom(20_000, 8 * HEAP, 1).most(false)).isEqualTo(20_000);
  }

  @Test
  void isNeverMoreThanTheHeapHas() {
    ConnectionRoom more = new ConnectionRoom(20_000, HEAP, 1);
    assertThat(more.most(false)).isEqualTo(2730);
    assertThat(more.shortfall(false))
        .hasValue(
            "server.max-connections is 20000, but this heap of 512 MB has room for 2730 on a connector");
  }
}
