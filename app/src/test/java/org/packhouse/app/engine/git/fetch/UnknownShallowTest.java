package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.testing.GitFixture;

/** Clients that say that their history is cut off at commits which nobody has. */
class UnknownShallowTest {

  private static final int MANY = 50_000;

  @TempDir private Path directory;
  private FetchKit kit;
  private String first;
  private String tip;

  @BeforeEach
  void makeRepositories() {
    GitFixture source = GitFixture.workTree(directory.resolve("source"));
    first = source.commit("a", "1");
    tip = source.commit("a", "2");
    kit = new FetchKit();
    kit.fill(source);
  }

  @Test
  void areAnsweredAsIfTheyHadNotSaidSo() {
    kit.ask(ProtocolVersion.V2, FetchKit.command("fetch", "want " + tip, "done"));
    long before = kit.processes();
    String response = FetchKit.text(kit.ask(ProtocolVersion.V2, request(MANY)));
    assertThat(response).contains("packfile\n", "PACK");
    assertThat(kit.processes()).as("The response of a clone was there").isEqualTo(before);
  }

  @Test
  void areAnsweredWithWhatIsBehindTheCommitsThatAreThere() {
    String response =
        FetchKit.text(
            kit.ask(
                ProtocolVersion.V2,
                FetchKit.command(
                    "fetch", "want " + tip, "shallow " + first, "deepen 1", "have " + tip)));
    assertThat(response).contains("shallow-info\n").contains("shallow " + tip);
  }

  @Test
  void areAnsweredInProtocolV0() {
    String[] lines =
        Stream.of(
                Stream.of("want " + tip + " side-band-64k no-progress"),
                unknown(100),
                Stream.of("0000", "done"))
            .flatMap(each -> each)
            .toArray(String[]::new);
    assertThat(FetchKit.text(kit.converse(ProtocolVersion.V0, false, FetchKit.lines(lines))))
        .containsSubsequence("NAK\n", "PACK");
  }

  @Test
  void areRefusedBeyondReason() {
    assertThat(FetchKit.text(kit.ask(ProtocolVersion.V2, request(FetchRequest.MAX_SHALLOW + 1))))
        .contains("ERR ", "shallow commits in one request are not accepted");
  }

  private byte[] request(int count) {
    String[] arguments =
        Stream.concat(Stream.of("want " + tip, "done"), unknown(count)).toArray(String[]::new);
    return FetchKit.command("fetch", arguments);
  }

  private static Stream<String> unknown(int count) {
    return IntStream.rangeClosed(1, count).mapToObj("shallow %040x"::formatted);
  }
}
