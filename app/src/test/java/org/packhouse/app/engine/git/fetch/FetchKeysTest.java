package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.V2Command;
import org.packhouse.app.engine.git.advertise.RefFacts;
import org.packhouse.app.engine.git.advertise.VisibleRefs;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.packhouse.app.engine.git.fetch.FetchEngineSettings.Engine;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.RefSnapshot.Entry;
import org.packhouse.scmcache.ResponseKey;
import org.packhouse.scmcache.ResponseKey.Admission;

class FetchKeysTest {

  private static final String A = "a".repeat(40);
  private static final String B = "b".repeat(40);
  private static final String C = "c".repeat(40);
  private static final VisibleRefs REFS =
      refs(List.of(branch("refs/heads/main", A), tag("refs/tags/v1", B, A)));

  private final FetchKeys keys = new FetchKeys(new FetchEngineSettings(Engine.AUTO, false));

  @Test
  void isTheSameWhateverOrderAndAgentTheClientChose() throws IOException {
    assertThat(key("thin-pack", "want " + A, "want " + B, "have " + C, "have " + A))
        .isEqualTo(
            key("want " + B, "have " + A, "have " + C, "want " + A, "want " + B, "thin-pack"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "want bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
        "have bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
        "shallow bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
        "deepen 1",
        "deepen 2",
        "deepen-since 1700000000",
        "deepen-not refs/heads/main",
        "deepen-relative",
        "filter blob:none",
        "filter tree:0",
        "include-tag",
        "thin-pack",
        "ofs-delta",
        "no-progress",
        "sideband-all",
        "wait-for-done",
        "done",
      })
  void differsByEveryOption(String option) throws IOException {
    assertThat(key("want " + A, option)).isNotEqualTo(key("want " + A));
  }

  @Test
  void tellsKindsOfIdsApart() throws IOException {
    assertThat(
            Set.of(
                key("want " + A, "have " + B),
                key("want " + A, "shallow " + B),
                key("want " + A, "want " + B)))
        .hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({"V0_BARE", "V0_SIDE_BAND", "V0_SIDE_BAND_64K"})
  void differsByFraming(Framing framing) throws IOException {
    FetchRequest request = parse("want " + A, "done");
    assertThat(keys.key(new CheckedFetch(1, "ada", REFS, request, framing)))
        .isNotEqualTo(keys.key(new CheckedFetch(1, "ada", REFS, request, Framing.V2)));
  }

  @Test
  void differsByRepositoryAndEngine() throws IOException {
    CheckedFetch fetch = new CheckedFetch(1, "ada", REFS, parse("want " + A), Framing.V2);
    ResponseKey key = keys.key(fetch);
    assertThat(keys.key(new CheckedFetch(2, "ada", REFS, fetch.request(), Framing.V2)))
        .isNotEqualTo(key);
    assertThat(new FetchKeys(new FetchEngineSettings(Engine.NATIVE, false)).key(fetch))
        .isNotEqualTo(key);
  }

  @Test
  void staysWhenAnotherBranchMoves() throws IOException {
    VisibleRefs moved =
        refs(
            List.of(
                branch("refs/heads/main", A),
                branch("refs/heads/other", C),
                tag("refs/tags/v1", B, A)));
    String[] single = {"want " + A, "include-tag", "deepen 1", "done"};
    assertThat(key(moved, single)).isEqualTo(key(REFS, single));
  }

  @Test
  void changesWithTheTagsIfTheyAreIncluded() throws IOException {
    VisibleRefs tagged =
        refs(
            List.of(
                branch("refs/heads/main", A),
                tag("refs/tags/v1", B, A),
                tag("refs/tags/v2", C, A)));
    assertThat(key(tagged, "want " + A, "include-tag"))
        .isNotEqualTo(key(REFS, "want " + A, "include-tag"));
    assertThat(key(tagged, "want " + A)).isEqualTo(key(REFS, "want " + A));
  }

  @Test
  void staysWhenATagAppearsThatIsNoObject() throws IOException {
    VisibleRefs tagged =
        refs(
            List.of(
                branch("refs/heads/main", A),
                tag("refs/tags/v1", B, A),
                branch("refs/tags/v2", C)));
    assertThat(key(tagged, "want " + A, "include-tag"))
        .isEqualTo(key(REFS, "want " + A, "include-tag"));
  }

  @Test
  void followsARefThatIsLeftOut() throws IOException {
    VisibleRefs moved = refs(List.of(branch("refs/heads/main", C), tag("refs/tags/v1", B, A)));
    assertThat(key(moved, "want " + B, "deepen-not refs/heads/main"))
        .isNotEqualTo(key(REFS, "want " + B, "deepen-not refs/heads/main"));
  }

  @Test
  void differsByRefsThatAreWantedByNameAndByWhereTheyAre() throws IOException {
    FetchRequest request = parse("want " + A, "want " + B);
    Set<ResponseKey> all = new HashSet<>();
    for (SortedMap<String, ObjectId> wanted :
        List.of(
            new TreeMap<String, ObjectId>(),
            new TreeMap<>(Map.of("refs/heads/main", ObjectId.fromString(A))),
            new TreeMap<>(Map.of("refs/heads/main", ObjectId.fromString(B))),
            new TreeMap<>(Map.of("refs/heads/other", ObjectId.fromString(A))))) {
      all.add(keys.key(new CheckedFetch(1, "ada", REFS, request, Framing.V2, wanted)));
    }
    assertThat(all).hasSize(4);
  }

  @Test
  void keepsClonesAtOnceAndTheRestWhenAskedAgain() throws IOException {
    assertThat(admission("want " + A, "done")).isEqualTo(Admission.AT_ONCE);
    assertThat(admission("want " + A, "want " + B, "deepen 1", "filter blob:none", "done"))
        .isEqualTo(Admission.AT_ONCE);
    assertThat(admission("want " + A, "have " + B)).isEqualTo(Admission.WHEN_ASKED_AGAIN);
    assertThat(admission("want " + A, "shallow " + B)).isEqualTo(Admission.WHEN_ASKED_AGAIN);
    assertThat(admission("want " + C, "done")).isEqualTo(Admission.WHEN_ASKED_AGAIN);
  }

  @Test
  void putsClonesOfAllBranchesIntoASeriesThatAPushDoesNotEnd() throws IOException {
    VisibleRefs before = refs(List.of(branch("refs/heads/a", A), branch("refs/heads/b", B)));
    VisibleRefs after = refs(List.of(branch("refs/heads/a", A), branch("refs/heads/b", C)));
    ResponseKey series = series(before, "want " + A, "want " + B, "include-tag", "done");
    assertThat(series)
        .isNotNull()
        .isEqualTo(series(after, "want " + A, "want " + C, "include-tag", "done"))
        .isNotEqualTo(series(before, "want " + A, "want " + B, "done"));
    assertThat(series(before, "want " + A, "include-tag", "done")).isNull();
    assertThat(series(after, "want " + A, "want " + B, "done")).isNull();
    assertThat(series(REFS, "want " + A, "done")).isNull();
    assertThat(series(before, "want " + A, "want " + B, "have " + C)).isNull();
  }

  private @Nullable ResponseKey series(VisibleRefs refs, String... lines) throws IOException {
    return keys.asked(new CheckedFetch(1, "ada", refs, parse(lines), Framing.V2), refs.tips())
        .series();
  }

  @Test
  void readsProtocolZeroAsTheSameRequest() throws IOException {
    Optional<FetchRequest> request =
        v0(
                "want "
                    + B
                    + " multi_ack_detailed no-done side-band-64k thin-pack include-tag"
                    + " ofs-delta deepen-since deepen-not agent=git/2.40 session-id=7",
                "want " + A)
            .withoutHaves();
    assertThat(request)
        .contains(parse("want " + A, "want " + B, "thin-pack", "include-tag", "ofs-delta", "done"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sideband-all", "wait-for-done", "unheard-of", "object-format=sha256"})
  void makesNoKeyOfACapabilityThatItDoesNotKnow(String capability) throws IOException {
    assertThat(v0("want " + A + " side-band-64k " + capability).withoutHaves()).isEmpty();
  }

  private static FetchV0Request v0(String... wants) throws IOException {
    String[] lines = java.util.Arrays.copyOf(wants, wants.length + 1);
    lines[wants.length] = "0000";
    FetchV0Request request =
        FetchV0Request.read(
            new PktLineReader(new ByteArrayInputStream(FetchKit.lines(lines))), REFS);
    if (request == null) {
      throw new AssertionError("Nothing was read");
    }
    return request;
  }

  private Admission admission(String... lines) throws IOException {
    return keys.asked(new CheckedFetch(1, "ada", REFS, parse(lines), Framing.V2), REFS.tips())
        .admission();
  }

  private ResponseKey key(String... lines) throws IOException {
    return key(REFS, lines);
  }

  private ResponseKey key(VisibleRefs refs, String... lines) throws IOException {
    return keys.key(new CheckedFetch(1, "ada", refs, parse(lines), Framing.V2));
  }

  private static FetchRequest parse(String... arguments) throws IOException {
    PktLineReader reader =
        new PktLineReader(new ByteArrayInputStream(FetchKit.command("fetch", arguments)));
    V2Command.read(reader);
    return FetchRequest.parse(reader, true);
  }

  private static VisibleRefs refs(List<Entry> refs) {
    return new VisibleRefs(new RefSnapshot(1, "refs/heads/main", refs, List.of()), new RefFacts());
  }

  private static Entry branch(String name, String id) {
    return new Entry(name, ObjectId.fromString(id), null);
  }

  private static Entry tag(String name, String id, String peeled) {
    return new Entry(name, ObjectId.fromString(id), ObjectId.fromString(peeled));
  }
}
