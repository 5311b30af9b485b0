package org.packhouse.app.platform.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.packhouse.cluster.NodeState;

/** The time after which a node that lives and is not seen is told of. */
class UnseenTimesTest {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private final UnseenTimes strangers = new UnseenTimes();
  private final UUID session = UUID.randomUUID();

  private NodeReport stranger(NodeState state) {
    return new NodeReport(
        session,
        "node-2",
        ReportedState.of(state),
        new NodeReport.Server("1.0", ""),
        new NodeReport.Place("host", "192.0.2.1", 7990),
        new NodeReport.Times(BEGIN.minus(Duration.ofHours(1)), BEGIN, false),
        NodeFigures.NONE);
  }

  /** Looks every five seconds; returns whether the last look told of the node. */
  private boolean look(int from, int to, NodeState other, boolean starting) {
    boolean told = false;
    for (int second = from; second <= to; second += 5) {
      told =
          !strangers
              .overdue(List.of(stranger(other)), starting, BEGIN.plusSeconds(second))
              .isEmpty();
    }
    return told;
  }

  @Test
  void aNodeThatRunsAndStaysUnseenIsToldOf() {
    assertThat(look(0, 25, NodeState.ACTIVE, /* starting= */ false)).isFalse();
    assertThat(look(30, 30, NodeState.ACTIVE, /* starting= */ false)).isTrue();
  }

  @Test
  void aStartThatTakesLongIsNoCutNetwork() {
    assertThat(look(0, 120, NodeState.STARTING, /* starting= */ false)).isFalse();
    assertThat(look(125, 145, NodeState.ACTIVE, /* starting= */ false)).isFalse();
  }

  @Test
  void whileThisNodeStartsNobodyIsMissed() {
    assertThat(look(0, 120, NodeState.ACTIVE, /* starting= */ true)).isFalse();
    assertThat(look(125, 145, NodeState.ACTIVE, /* starting= */ false)).isFalse();
    assertThat(look(150, 160, NodeState.ACTIVE, /* starting= */ false)).isTrue();
  }

  @Test
  void aProcessThatStoodStillItselfBeginsAnew() {
    assertThat(look(0, 20, NodeState.ACTIVE, /* starting= */ false)).isFalse();
    assertThat(look(60, 85, NodeState.ACTIVE, /* starting= */ false)).isFalse();
    assertThat(look(90, 90, NodeState.ACTIVE, /* starting= */ false)).isTrue();
  }

  @Test
  void aNodeThatWasSeenInBetweenBeginsAnew() {
    assertThat(look(0, 25, NodeState.ACTIVE, /* starting= */ false)).isFalse();
    assertThat(strangers.overdue(List.of(), /* starting= */ false, BEGIN.plusSeconds(30)))
        .isEmpty();
    assertThat(look(35, 60, NodeState.ACTIVE, /* starting= */ false)).isFalse();
  }
}
