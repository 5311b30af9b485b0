package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.V2Command;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;

class FetchRequestTest {

  private static final String A = "a".repeat(40);
  private static final String B = "b".repeat(40);

  @Test
  void isTheSameWhateverOrderTheClientChose() throws IOException {
    FetchRequest one =
        parse("want " + B, "thin-pack", "want " + A, "ofs-delta", "deepen 1", "done");
    FetchRequest two =
        parse("ofs-delta", "thin-pack", "want " + A, "want " + B, "want " + A, "done", "deepen 1");
    assertThat(one).isEqualTo(two);
    assertThat(one.toBytes(Framing.V2)).isEqualTo(two.toBytes(Framing.V2));
    assertThat(FetchKit.text(one.toBytes(Framing.V2)))
        .isEqualTo(
            FetchKit.text(
                FetchKit.lines(
                    "command=fetch",
                    "agent=packhouse",
                    "object-format=sha1",
                    "0001",
                    "deepen 1",
                    "ofs-delta",
                    "thin-pack",
                    "want " + A,
                    "want " + B,
                    "done",
                    "0000")));
  }

  @Test
  void keepsTheOrderOfWantsWhereAFilterLetsThroughWhatIsWantedFirst() throws IOException {
    FetchRequest one = parse("want " + B, "want " + A, "filter blob:none", "done");
    FetchRequest two = parse("want " + A, "want " + B, "filter blob:none", "done");
    assertThat(FetchKit.text(one.toBytes(Framing.V2))).contains(B + "\n0032want " + A);
    assertThat(FetchKit.text(one.toBytes(Framing.V0_SIDE_BAND_64K)))
        .containsSubsequence("want " + B, "want " + A);
    assertThat(one.toBytes(Framing.V2)).isNotEqualTo(two.toBytes(Framing.V2));
  }

  @Test
  void ordersWhatTheClientHas() throws IOException {
    assertThat(FetchKit.text(parse("want " + A, "have " + B, "have " + A).toBytes(Framing.V2)))
        .contains("have " + A + "\n0032have " + B);
  }

  @Test
  void isWrittenForProtocolZeroToo() throws IOException {
    assertThat(
            FetchKit.text(
                parse("want " + A, "want " + B, "ofs-delta", "filter tree:0", "deepen 2", "done")
                    .toBytes(Framing.V0_SIDE_BAND_64K)))
        .isEqualTo(
            FetchKit.text(
                FetchKit.lines(
                    "want " + A + " side-band-64k filter ofs-delta agent=packhouse",
                    "want " + B,
                    "deepen 2",
                    "filter tree:0",
                    "0000",
                    "done")));
  }

  @Test
  void readsItsOwnBytes() throws IOException {
    FetchRequest request =
        parse("want " + A, "have " + B, "shallow " + B, "deepen-not main", "filter tree:0");
    PktLineReader reader = new PktLineReader(new ByteArrayInputStream(request.toBytes(Framing.V2)));
    V2Command command = V2Command.read(reader);
    assertThat(command).isEqualTo(new V2Command("fetch", true, false));
    assertThat(FetchRequest.parse(reader, true)).isEqualTo(request);
  }

  @Test
  void namesItself() throws IOException {
    assertThat(parse("want " + A, "done").operation()).isEqualTo("clone");
    assertThat(parse("want " + A, "deepen 1").operation()).isEqualTo("shallow clone");
    assertThat(parse("want " + A, "have " + B).operation()).isEqualTo("fetch");
    assertThat(parse("want " + A, "shallow " + B, "deepen 3").operation()).isEqualTo("fetch");
    assertThat(parse("thin-pack").isEmpty()).isTrue();
    assertThat(parse("have " + A, "wait-for-done").isEmpty()).isFalse();
  }

  private static FetchRequest parse(String... arguments) throws IOException {
    PktLineReader reader =
        new PktLineReader(new ByteArrayInputStream(FetchKit.command("fetch", arguments)));
    V2Command.read(reader);
    return FetchRequest.parse(reader, true);
  }
}
