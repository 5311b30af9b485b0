package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.testing.GitFixture;

/** Tickets that clones and fetches take. */
class TicketsOfFetchesTest {

  @TempDir private Path directory;
  private FetchKit kit;
  private String first;
  private String tip;

  @BeforeEach
  void makeRepository() {
    GitFixture source = GitFixture.workTree(directory.resolve("source"));
    kit = new FetchKit();
    first = source.commit("a", "1");
    tip = source.commit("a", "2");
    kit.fill(source);
  }

  @Test
  void anAnswerThatIsThereTakesNone() {
    byte[] clone = FetchKit.command("fetch", "want " + tip, "done");
    double hosting = granted(Bucket.SCM_HOSTING);
    double inProcess = granted(Bucket.IN_PROCESS);
    byte[] made = kit.ask(ProtocolVersion.V2, clone);
    double all = granted(Bucket.SCM_HOSTING) + granted(Bucket.IN_PROCESS);
    assertThat(all).isGreaterThan(hosting + inProcess);
    assertThat(kit.ask(ProtocolVersion.V2, clone)).isEqualTo(made);
    assertThat(granted(Bucket.SCM_HOSTING) + granted(Bucket.IN_PROCESS)).isEqualTo(all);
    assertNoneIsOut();
  }

  @Test
  void whatIsAnsweredFromMemoryTakesNone() {
    double before = grantedToClients();
    long listings = registry().get("git.ls.refs").timer().count();
    byte[] refs = kit.ask(ProtocolVersion.V2, FetchKit.command("ls-refs", "peel"));
    assertThat(FetchKit.text(refs)).contains(tip);
    assertThat(registry().get("git.ls.refs").timer().count()).isEqualTo(listings + 1);
    byte[] size =
        kit.ask(ProtocolVersion.V2, FetchKit.command("object-info", "size", "oid " + tip));
    assertThat(FetchKit.text(size)).contains(tip);
    assertThat(grantedToClients()).isEqualTo(before);
  }

  @Test
  void aSingleCommitIsMadeInProcessUnlessNativeGitIsAtWork() throws IOException {
    double hosting = granted(Bucket.SCM_HOSTING);
    double inProcess = granted(Bucket.IN_PROCESS);
    byte[] request = FetchKit.command("fetch", "want " + tip, "deepen 1", "done");
    assertThat(FetchKit.text(kit.ask(ProtocolVersion.V2, request))).contains("PACK");
    assertThat(granted(Bucket.SCM_HOSTING)).isEqualTo(hosting);
    assertThat(granted(Bucket.IN_PROCESS)).isEqualTo(inProcess + 1);
    TicketRequest held =
        TicketRequest.of(
            Work.FETCH, TicketRequest.Target.repository(kit.repository.id()), "somebody");
    try (Ticket _ = kit.server.get(Tickets.class).acquire(held)) {
      byte[] other = FetchKit.command("fetch", "no-progress", "want " + tip, "deepen 1", "done");
      assertThat(FetchKit.text(kit.ask(ProtocolVersion.V2, other))).contains("PACK");
    }
    assertThat(granted(Bucket.SCM_HOSTING)).isEqualTo(hosting + 2);
    assertThat(granted(Bucket.IN_PROCESS)).isEqualTo(inProcess + 1);
    assertNoneIsOut();
  }

  @Test
  void nativeGitTakesOneOfItsOwnBucket() {
    double hosting = granted(Bucket.SCM_HOSTING);
    double inProcess = granted(Bucket.IN_PROCESS);
    byte[] made =
        kit.ask(
            ProtocolVersion.V2,
            FetchKit.command("fetch", "want " + tip, "filter blob:none", "done"));
    assertThat(FetchKit.text(made)).contains("PACK");
    assertThat(granted(Bucket.SCM_HOSTING)).isEqualTo(hosting + 1);
    assertThat(granted(Bucket.IN_PROCESS)).isEqualTo(inProcess);
    assertNoneIsOut();
  }

  @Test
  void whatThisProcessMakesTakesOnlyAPlaceInIt() throws IOException {
    double hosting = granted(Bucket.SCM_HOSTING);
    double inProcess = granted(Bucket.IN_PROCESS);
    byte[] made =
        kit.ask(
            ProtocolVersion.V2,
            FetchKit.command("fetch", "want " + tip, "have " + first, "thin-pack", "done"));
    assertThat(FetchKit.text(made)).contains("PACK");
    assertThat(granted(Bucket.IN_PROCESS)).isEqualTo(inProcess + 1);
    assertThat(granted(Bucket.SCM_HOSTING)).isEqualTo(hosting);
    assertNoneIsOut();
  }

  private void assertNoneIsOut() {
    for (Bucket bucket : new Bucket[] {Bucket.SCM_HOSTING, Bucket.IN_PROCESS}) {
      assertThat(registry().get("tickets.used").tag("bucket", bucket.settingName()).gauge().value())
          .as(bucket.settingName())
          .isZero();
    }
  }

  private double granted(Bucket bucket) {
    return registry()
        .get("tickets.granted")
        .tag("bucket", bucket.settingName())
        .functionCounter()
        .count();
  }

  /** What follows the pushes of other tests takes tickets of the other buckets meanwhile. */
  private double grantedToClients() {
    return Stream.of(
            Bucket.SCM_HOSTING, Bucket.SCM_REFS, Bucket.IN_PROCESS, Bucket.CACHED_RESPONSES)
        .mapToDouble(this::granted)
        .sum();
  }

  private MeterRegistry registry() {
    return kit.server.get(MeterRegistry.class);
  }
}
