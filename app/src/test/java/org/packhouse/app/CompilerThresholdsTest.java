package org.packhouse.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CompilerThresholdsTest {

  @Test
  void areAHundredTimesAsHighUntilTheServerIsReadyAndThenWhatTheyWere() {
    List<Long> before = thresholds();
    CompilerThresholds raised = CompilerThresholds.raised();
    try {
      assertThat(thresholds()).isEqualTo(before.stream().map(it -> it * 100).toList());
    } finally {
      raised.restore();
    }
    assertThat(thresholds()).isEqualTo(before).allMatch(it -> it > 0);
  }

  @Test
  void areWhatTheyWereAMomentAfterTheStart() {
    List<Long> before = thresholds();
    CompilerThresholds raised = CompilerThresholds.raised();
    raised.restoreAfterStart();
    assertThat(thresholds()).isNotEqualTo(before);
    await().atMost(Duration.ofSeconds(30)).until(() -> thresholds().equals(before));
  }

  private static List<Long> thresholds() {
    HotSpotDiagnosticMXBean jvm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    return Stream.of("Invocation", "MinInvocation", "Compile", "BackEdge")
        .map(it -> Long.parseLong(jvm.getVMOption("Tier4" + it + "Threshold").getValue()))
        .toList();
  }
}
