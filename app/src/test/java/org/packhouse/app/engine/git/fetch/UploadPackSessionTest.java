package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.GitRepository;
import org.packhouse.app.engine.git.GitService;
import org.packhouse.app.engine.git.GitWire;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.engine.git.RunningOperations;
import org.packhouse.app.engine.git.advertise.RefViews;
import org.packhouse.app.engine.git.advertise.WantCheck;
import org.packhouse.app.engine.git.cache.ScmCacheSettings;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.packhouse.app.platform.throttle.TestingTickets;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.scmcache.NullScmCache;
import org.packhouse.scmcache.ScmCache;

/** Sessions as SSH holds them, and clients that behave badly. */
class UploadPackSessionTest {

  @TempDir private Path directory;
  private GitFixture source;
  private FetchKit kit;
  private String tip;

  @BeforeEach
  void makeRepositories() {
    source = GitFixture.workTree(directory.resolve("source"));
    tip = source.commit("a", "1");
    kit = new FetchKit();
    kit.fill(source);
  }

  @AfterEach
  void nothingRuns() {
    await().until(() -> kit.running() == 0);
  }

  @Test
  void servesCommandAfterCommandInOneSessionOfV2() {
    ByteArrayOutputStream session = new ByteArrayOutputStream();
    session.writeBytes(FetchKit.command("ls-refs", "ref-prefix refs/heads/"));
    session.writeBytes(FetchKit.command("fetch", "want " + tip, "done", "no-progress"));
    session.writeBytes(FetchKit.command("ls-refs", "ref-prefix HEAD"));
    session.writeBytes(FetchKit.lines("0000"));
    long before = kit.processes();
    String response = FetchKit.text(kit.converse(ProtocolVersion.V2, false, session.toByteArray()));
    assertThat(response)
        .startsWith("000eversion 2\n")
        .containsSubsequence(
            tip + " refs/heads/main\n0000", "packfile\n", "PACK", "0000", tip + " HEAD\n0000");
    assertThat(kit.processes()).isEqualTo(before + 1);
  }

  @Test
  void servesAConversationOfV0() {
    byte[] session = FetchKit.lines("want " + tip + " side-band-64k no-progress", "0000", "done");
    String response = FetchKit.text(kit.converse(ProtocolVersion.V0, false, session));
    assertThat(response)
        .contains(tip + " HEAD\0multi_ack thin-pack")
        .containsSubsequence("refs/heads/main\n0000", "NAK\n", "PACK")
        .doesNotContain("no-done");
    assertThat(response.indexOf("refs/heads/main\n"))
        .isEqualTo(response.lastIndexOf("refs/heads/main\n"));
  }

  @ParameterizedTest
  @EnumSource(ProtocolVersion.class)
  void tellsInGitsWordsWhatGitDoesNotAccept(ProtocolVersion protocol) {
    String since = "deepen-since 4000000000";
    byte[] request =
        protocol == ProtocolVersion.V2
            ? FetchKit.command("fetch", since, "want " + tip, "done")
            : FetchKit.lines("want " + tip + " side-band-64k", since, "0000", "done");
    for (boolean stateless : new boolean[] {true, false}) {
      assertThat(FetchKit.text(kit.converse(protocol, stateless, request)))
          .endsWith("ERR no commits selected for shallow requests");
    }
    assertThat(kit.server.get(ScmCache.class).entries())
        .noneMatch(entry -> entry.key().repositoryId() == kit.repository.id());
  }

  @Test
  void tellsInGitsWordsThatTwoFiltersAreOneTooMany() {
    String filter = "filter blob:none";
    byte[] round = FetchKit.lines("want " + tip + " filter", filter, filter, "0000", "0000");
    assertThat(FetchKit.text(kit.ask(ProtocolVersion.V0, round)))
        .endsWith("ERR multiple filter-specs cannot be combined");
  }

  @Test
  void endsASessionQuietlyWhenTheClientOnlyLooksAtTheRefs() {
    long before = kit.processes();
    for (ProtocolVersion protocol : ProtocolVersion.values()) {
      for (byte[] nothing : new byte[][] {FetchKit.lines("0000"), {}}) {
        assertThat(FetchKit.text(kit.converse(protocol, false, nothing)))
            .endsWith("0000")
            .doesNotContain("ERR");
      }
    }
    assertThat(kit.processes()).isEqualTo(before);
  }

  @Test
  void answersAProbeWithNothing() {
    assertThat(kit.ask(ProtocolVersion.V0, FetchKit.lines("0000"))).isEmpty();
    assertThat(kit.ask(ProtocolVersion.V2, FetchKit.lines("0000"))).isEmpty();
    assertThat(kit.ask(ProtocolVersion.V2, FetchKit.command("fetch", "thin-pack"))).isEmpty();
  }

  @Test
  void killsGitWhenTheClientGoesAwayInTheMiddle() {
    byte[] noise = new byte[1_000_000];
    new Random(7).nextBytes(noise);
    source.write("big", new String(noise, StandardCharsets.ISO_8859_1));
    String big = source.commitAll("Big");
    kit.fill(source);
    OutputStream vanishing =
        new OutputStream() {
          private int left = 200_000;

          @Override
          public void write(int value) throws IOException {
            write(new byte[1], 0, 1);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            left -= length;
            if (left < 0) {
              throw new IOException("Connection reset");
            }
          }
        };
    assertThatThrownBy(() ->
            kit.server.get(GitWire.class).uploadPack(fetch(vanishing, big, new ArrayList<>())))
        .hasMessage("Connection reset");
  }

  @Test
  void saysThatTheServerIsBusyWithoutStartingAProcess() throws IOException {
    Tickets none = TestingTickets.limited(Bucket.SCM_HOSTING, 0);
    Fetch busy =
        new Fetch(
            kit.server.get(WantCheck.class),
            new FetchResponses(
                new FetchProducers(
                    List.of(),
                    new NativeFetch(kit.server.get(UploadPackProcess.class), none),
                    kit.server.get(FetchEngineSettings.class)),
                kit.server.get(FetchKeys.class),
                kit.server.get(RefViews.class),
                new NullScmCache(),
                kit.server.get(ScmCacheSettings.class),
                kit.server.get(FetchMeters.class),
                none),
            kit.server.get(FetchEngineSettings.class));
    GitWire engine =
        new GitWire(
            List.of(
                new UploadPack(
                    kit.server.get(RefViews.class),
                    busy,
                    kit.server.get(FetchV0.class),
                    kit.server.get(ObjectInfo.class),
                    kit.server.get(WireSettings.class),
                    kit.server.get(RequestMemory.class),
                    kit.server.get(FetchEngineSettings.class))),
            kit.server.get(RunningOperations.class));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long before = kit.processes();
    engine.uploadPack(fetch(out, tip, new ArrayList<>()));
    assertThat(FetchKit.text(out.toByteArray()).substring(4))
        .isEqualTo("ERR Packhouse is currently under heavy load. Try again later.");
    assertThat(kit.processes()).isEqualTo(before);
  }

  @Test
  void saysThatARepositoryWasDeletedMeanwhile() throws IOException {
    kit.server.get(RepositoryDirectories.class).delete(kit.repository.id());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<String> operations = new ArrayList<>();
    kit.server.get(GitWire.class).uploadPack(fetch(out, tip, operations));
    assertThat(FetchKit.text(out.toByteArray()))
        .contains("ERR ", "It was deleted or moved meanwhile");
  }

  @Test
  void tellsTheLogWhatTheRequestWas() throws IOException {
    List<String> operations = new ArrayList<>();
    kit.server.get(GitWire.class).uploadPack(fetch(new ByteArrayOutputStream(), tip, operations));
    assertThat(operations).containsExactly("clone", "clone, cache:miss");
  }

  private GitExchange fetch(OutputStream out, String want, List<String> operations) {
    return new GitExchange(
        new GitRepository(
            kit.repository,
            TestingPeople.of(kit.server).admin(),
            GitService.UPLOAD_PACK,
            1,
            OptionalLong::empty),
        ProtocolVersion.V2,
        true,
        new ByteArrayInputStream(FetchKit.command("fetch", "want " + want, "done")),
        () -> out,
        null,
        operations::add);
  }
}
