package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.engine.git.advertise.RefViews;
import org.packhouse.app.engine.git.advertise.VisibleRefs;
import org.packhouse.app.engine.git.cache.ScmCacheSettings;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.scmcache.ScmCache;
import org.packhouse.scmcache.StoredEntry;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Requests that are answered by what was sent before. */
class CachedFetchTest {

  @TempDir private Path directory;
  private GitFixture source;
  private FetchKit kit;
  private String first;
  private String tip;

  @BeforeEach
  void makeRepository() {
    source = GitFixture.workTree(directory.resolve("source"));
    kit = new FetchKit();
    first = source.commit("a", "1");
    tip = source.commit("a", "2");
    kit.fill(source);
  }

  @ParameterizedTest
  @EnumSource(ProtocolVersion.class)
  void givesTheSameBytesWithoutAProcess(ProtocolVersion protocol) {
    byte[] made = kit.ask(protocol, clone(protocol, tip));
    long before = kit.processes();
    assertThat(kit.ask(protocol, clone(protocol, tip))).isEqualTo(made);
    assertThat(kit.processes()).isEqualTo(before);
    assertThat(FetchKit.text(made)).contains("PACK");
  }

  @Test
  void sharesTheAnswerBetweenTransports() {
    byte[] made = kit.ask(ProtocolVersion.V2, clone(ProtocolVersion.V2, tip));
    long before = kit.processes();
    byte[] session = kit.converse(ProtocolVersion.V2, false, clone(ProtocolVersion.V2, tip));
    assertThat(FetchKit.text(session)).endsWith(FetchKit.text(made));
    kit.ask(ProtocolVersion.V0, clone(ProtocolVersion.V0, tip));
    long withV0 = kit.processes();
    kit.converse(ProtocolVersion.V0, false, clone(ProtocolVersion.V0, tip));
    assertThat(kit.processes()).isEqualTo(withV0).isEqualTo(before + 1);
  }

  @ParameterizedTest
  @EnumSource(ProtocolVersion.class)
  void refusesACommitThatWasPushedAwayAlthoughItsPackIsThere(ProtocolVersion protocol)
      throws IOException {
    kit.ask(protocol, clone(protocol, tip));
    kit.move("refs/heads/main", first);
    assertThat(FetchKit.text(kit.ask(protocol, clone(protocol, tip)))).contains("PACK");
    kit.elevenMinutesPass();
    for (boolean stateless : new boolean[] {true, false}) {
      assertThat(FetchKit.text(kit.converse(protocol, stateless, clone(protocol, tip))))
          .contains("ERR upload-pack: not our ref " + tip)
          .doesNotContain("PACK");
    }
  }

  @Test
  void keepsNoRoundOfANegotiation() {
    String unknown = "1".repeat(40);
    for (int i = 0; i < 3; i++) {
      byte[] response =
          kit.ask(ProtocolVersion.V2, FetchKit.command("fetch", "want " + tip, "have " + unknown));
      assertThat(FetchKit.text(response)).contains("NAK").doesNotContain("PACK");
    }
    assertThat(entries()).isEmpty();
  }

  @Test
  void keepsAnIncrementalFetchOnceItIsAskedForAgain() {
    byte[] request = FetchKit.command("fetch", "want " + tip, "have " + first, "thin-pack", "done");
    kit.ask(ProtocolVersion.V2, request);
    assertThat(entries()).isEmpty();
    byte[] made = kit.ask(ProtocolVersion.V2, request);
    assertThat(entries()).hasSize(1);
    long before = kit.processes();
    assertThat(kit.ask(ProtocolVersion.V2, request)).isEqualTo(made);
    assertThat(kit.processes()).isEqualTo(before);
  }

  @Test
  void makesAnAnswerAnewForServerOptions() {
    byte[] request =
        FetchKit.lines(
            "command=fetch",
            "object-format=sha1",
            "server-option=please",
            "0001",
            "want " + tip,
            "done",
            "0000");
    for (int i = 0; i < 3; i++) {
      assertThat(FetchKit.text(kit.ask(ProtocolVersion.V2, request))).contains("PACK");
    }
    assertThat(entries()).isEmpty();
  }

  @Test
  void takesASessionIdForWhatItIs() {
    kit.ask(ProtocolVersion.V2, clone(ProtocolVersion.V2, tip));
    long before = kit.processes();
    byte[] request =
        FetchKit.lines(
            "command=fetch",
            "object-format=sha1",
            "agent=git/9.9",
            "session-id=abc",
            "0001",
            "ofs-delta",
            "want " + tip,
            "done",
            "0000");
    assertThat(FetchKit.text(kit.ask(ProtocolVersion.V2, request))).contains("PACK");
    assertThat(kit.processes()).isEqualTo(before);
  }

  @Test
  void answersWithEverythingInSideBands() {
    byte[] response =
        kit.ask(
            ProtocolVersion.V2,
            FetchKit.command("fetch", "sideband-all", "no-progress", "want " + tip, "done"));
    assertThat(FetchKit.text(response)).startsWith("000e\u0001packfile\n").contains("PACK");
    assertThat(entries()).hasSize(1);
  }

  @Test
  void leavesOutATransportThatTheSettingsDoNotName() throws IOException {
    ScmCacheSettings overSsh =
        new Binder(new MapConfigurationPropertySource(Map.of("scm-cache.protocols", "SSH")))
            .bindOrCreate("scm-cache", ScmCacheSettings.class);
    FetchResponses responses =
        new FetchResponses(
            kit.server.get(FetchProducers.class),
            kit.server.get(FetchKeys.class),
            kit.server.get(RefViews.class),
            kit.server.get(ScmCache.class),
            overSsh,
            kit.server.get(FetchMeters.class),
            kit.server.get(Tickets.class));
    FetchRequest request = FetchKit.fetchRequest("want " + tip, "done");
    VisibleRefs refs = kit.server.get(RefViews.class).now(kit.repository.id());
    CheckedFetch fetch = new CheckedFetch(kit.repository.id(), "ada", refs, request, Framing.V2);
    for (boolean http : new boolean[] {true, false}) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      responses.serve(kit.exchange(http, out), fetch);
      assertThat(FetchKit.text(out.toByteArray())).contains("PACK");
      assertThat(entries()).hasSize(http ? 0 : 1);
    }
  }

  private static byte[] clone(ProtocolVersion protocol, String want) {
    return protocol == ProtocolVersion.V2
        ? FetchKit.command("fetch", "ofs-delta", "want " + want, "done")
        : FetchKit.lines("want " + want + " side-band-64k ofs-delta", "0000", "done");
  }

  private List<StoredEntry> entries() {
    return kit.server.get(ScmCache.class).entries().stream()
        .filter(entry -> entry.key().repositoryId() == kit.repository.id())
        .toList();
  }
}
