package org.packhouse.lab.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StackAccountsTest {

  private static final String THREAD = "java.lang.Thread";

  private static String of(String thread, String... classes) {
    return StackAccounts.of(thread, List.of(classes));
  }

  @Test
  void namesTheListenerOfTheOutboxByItsThread() {
    assertThat(of("outbox-search", THREAD, "org.packhouse.app.source.search.SearchMarks"))
        .isEqualTo("outbox search");
  }

  @Test
  void booksARequestAsTheAnswerWhateverItCalls() {
    assertThat(
            of(
                "tomcat-handler-7",
                THREAD,
                "org.apache.coyote.http11.Http11Processor",
                "org.packhouse.app.source.overview.Overviews"))
        .isEqualTo(Account.ANSWER);
    assertThat(of("pool-1-thread-1", THREAD, "sun.net.httpserver.ServerImpl"))
        .isEqualTo(Account.ANSWER);
  }

  @Test
  void booksATaskByTheOutermostClassThatIsNoRunner() {
    assertThat(
            of(
                "db-scheduler-1",
                "com.github.kagkarlsson.scheduler.ExecutePicked",
                "org.packhouse.app.platform.outbox.GatheredTasks",
                "org.packhouse.app.upkeep.housekeeping.HousekeepingTasks",
                "org.packhouse.app.storage.objects.Packs"))
        .isEqualTo("housekeeping");
    assertThat(of("x", "org.packhouse.app.source.browse.lastchange.LastChangeTasks"))
        .isEqualTo("last changes");
    assertThat(of("x", "org.packhouse.app.review.pullrequest.trial.Trials"))
        .isEqualTo("trials of merges");
  }

  @Test
  void keepsTheNameOfWhatNoRuleNames() {
    assertThat(of("x", "org.packhouse.app.hosting.recent.RecentBranches"))
        .isEqualTo("hosting.recent");
    assertThat(of("x", "org.packhouse.app.platform.outbox.OutboxDispatcher"))
        .isEqualTo("platform.outbox");
    assertThat(of("ref-moves:housekeeping-4", THREAD)).isEqualTo("housekeeping");
    assertThat(of("hz.member-12", "com.hazelcast.spi.Thing")).isEqualTo("Hazelcast");
    assertThat(of("pool-3-thread-12", THREAD)).isEqualTo("thread pool-thread");
    assertThat(of("ForkJoinPool-1-worker-3", THREAD)).isEqualTo("carriers of virtual threads");
    assertThat(of("JFR Recorder Thread", "jdk.jfr.internal.PlatformRecorder"))
        .isEqualTo(Account.SAMPLING);
  }
}
