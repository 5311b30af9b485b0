package org.packhouse.app.platform.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.throttle.MemoryLedger.Holding;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.springframework.util.unit.DataSize;

class MemoryLedgerTest {

  private static final TicketRequest REQUEST =
      TicketRequest.of(Work.CLONE, Target.repository(7), "ada").expecting(DataSize.ofBytes(100));

  private final AtomicLong available = new AtomicLong(1000);
  private final AtomicLong now = new AtomicLong();
  private final MemoryLedger memory =
      new MemoryLedger(
          200, () -> OptionalLong.of(available.get()), () -> now.addAndGet(1_000_000_000));

  @Test
  void keepsTheFloorFreeOfWhatRunningWorkMayGrowTo() {
    Holding first = memory.expect(REQUEST.expecting(DataSize.ofBytes(500)));
    assertThat(memory.take(first, false)).isTrue();
    assertThat(memory.room()).isEqualTo(300);
    Holding second = memory.expect(REQUEST.expecting(DataSize.ofBytes(301)));
    assertThat(memory.take(second, false)).isFalse();
    memory.holds(first, 400);
    available.set(600);
    assertThat(memory.growth()).isEqualTo(100);
    assertThat(memory.take(second, false)).isFalse();
    assertThat(memory.take(memory.expect(REQUEST), false)).isTrue();
    assertThat(memory.take(second, true)).isTrue();
    assertThat(memory.room()).isNegative();
    memory.giveBack(REQUEST, second);
    assertThat(memory.growth()).isEqualTo(200);
  }

  @Test
  void learnsWhatWorkOnARepositoryTakes() {
    assertThat(expected(REQUEST)).isEqualTo(100);
    work(REQUEST, 5000);
    assertThat(expected(REQUEST)).isEqualTo(5000);
    work(REQUEST, 1000);
    assertThat(expected(REQUEST)).isEqualTo(4000);
    work(REQUEST, 0);
    assertThat(expected(REQUEST)).as("nothing was seen of it").isEqualTo(4000);
    assertThat(expected(TicketRequest.of(Work.FETCH, REQUEST.target(), "ada")))
        .isEqualTo(Work.FETCH.memory().toBytes());
    assertThat(
            expected(
                TicketRequest.of(Work.CLONE, Target.repository(8), "ada")
                    .expecting(DataSize.ofBytes(3))))
        .isEqualTo(3);
  }

  @Test
  void remembersSoManyRepositoriesAndNoMore() {
    work(REQUEST, 7777);
    for (int i = 0; i < 10_000; i++) {
      work(TicketRequest.of(Work.CLONE, Target.repository(100 + i), "ada"), 9);
    }
    assertThat(expected(REQUEST)).isEqualTo(100);
  }

  @Test
  void refusesNothingWhereNobodyKnows() {
    MemoryLedger blind = new MemoryLedger(200, OptionalLong::empty, System::nanoTime);
    Holding holding = blind.expect(REQUEST.expecting(DataSize.ofTerabytes(1)));
    assertThat(blind.take(holding, false)).isTrue();
  }

  @Test
  void countsRoomInTicketsLikeTheLargestThatIsOut() {
    available.set(DataSize.ofMegabytes(640).toBytes() + 200);
    assertThat(memory.roomInTickets()).isEqualTo(20);
    Holding large = memory.expect(REQUEST.expecting(DataSize.ofMegabytes(64)));
    memory.take(large, true);
    memory.holds(large, DataSize.ofMegabytes(64).toBytes());
    assertThat(memory.roomInTickets()).isEqualTo(10);
  }

  private void work(TicketRequest request, long peak) {
    Holding holding = memory.expect(request);
    memory.take(holding, true);
    memory.holds(holding, peak);
    memory.holds(holding, peak / 2);
    memory.giveBack(request, holding);
  }

  private long expected(TicketRequest request) {
    Holding holding = memory.expect(request);
    memory.take(holding, true);
    long growth = memory.growth();
    memory.giveBack(request, holding);
    return growth;
  }
}
