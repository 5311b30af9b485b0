package org.packhouse.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Random;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentTest {

  private static final String TREE = "tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n";
  private static final String PIECES = "A b<>@ \t\r\n\0+-0129\u00ff\u00c3";

  private static Ident author(String line) {
    return Ident.author(commit("author " + line + "\ncommitter C <c@d> 7 +0000\n\nText\n"));
  }

  private static RevCommit commit(String headers) {
    return RevCommit.parse((TREE + headers).getBytes(StandardCharsets.ISO_8859_1));
  }

  /** The output of {@code git log -1 --format='%an|%ae|%ad' --date=iso} of version 2.39. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "A <a@b> 99999999999999999999 +0000;A|a@b|1970-01-01T00:00:00Z|Z",
        "A <a@b> 18446744073709551614 +0000;A|a@b|1970-01-01T00:00:00Z|Z",
        "A <a@b> 9223372036854775807 +0100;A|a@b|1970-01-01T00:00:00Z|Z",
        "A <a@b> -5 +0000;A|a@b|1970-01-01T00:00:00Z|Z",
        "A <a@b>;A|a@b|1970-01-01T00:00:00Z|Z",
        "A <a@b> x;A|a@b|1970-01-01T00:00:00Z|Z",
        "A <a@b> 5;A|a@b|1970-01-01T00:00:00Z|Z",
        "A <a@b> 5 0100;A|a@b|1970-01-01T00:00:00Z|Z",
        "A <a@b> 5 -0130;A|a@b|1970-01-01T00:00:05Z|-01:30",
        "A <a@b> 5 +00000000001;A|a@b|1970-01-01T00:00:05Z|+00:01",
        "A <a@b> 4294967299 +0000;A|a@b|2106-02-07T06:28:19Z|Z",
        "<a@b> 5 +0000;|a@b|1970-01-01T00:00:05Z|Z",
        "A <> 5 +0100;A||1970-01-01T00:00:05Z|+01:00",
        "A <a@b>> 5 +0100;A|a@b|1970-01-01T00:00:05Z|+01:00",
        "A <a> <b@c> 6 +0100;A|a|1970-01-01T00:00:06Z|+01:00",
        "A <a@b>7 +0100;A|a@b|1970-01-01T00:00:07Z|+01:00",
        "A <a@b> 5 +0000 x;A|a@b|1970-01-01T00:00:05Z|Z",
        "A B  <a@b> 5 +0000;A B|a@b|1970-01-01T00:00:05Z|Z",
        "A a@b 5 +0000;|||nobody",
        "A <a@b 5 +0000;|||nobody"
      })
  void readsALineAsGitDoes(String line, String expected) {
    Ident ident = author(line);
    String read =
        ident.equals(Ident.NOBODY)
            ? "|||nobody"
            : ident.name() + "|" + ident.email() + "|" + ident.when() + "|" + ident.zone();
    assertThat(read).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "8640000000000,+275760-09-13T00:00:00Z",
    "8640000000001,1970-01-01T00:00:00Z",
    "9999999999999999,1970-01-01T00:00:00Z",
    "31556889864403200,1970-01-01T00:00:00Z"
  })
  void endsWhereClientsAndDatabasesDo(String seconds, Instant expected) {
    assertThat(author("A <a@b> " + seconds + " +0000").when()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"+1800,+18:00", "+1801,Z", "-9999,Z", "+99999999999999999999,Z"})
  void showsTimesInUtcWhereNoClockHasTheZone(String zone, String expected) {
    Ident ident = author("A <a@b> 5 " + zone);
    assertThat(ident.zone().getId()).isEqualTo(expected);
    assertThat(ident.when()).isEqualTo(Instant.ofEpochSecond(5));
  }

  @Test
  void endsALineAtANul() {
    assertThat(author("A\0 <a@b> 5 +0000")).isEqualTo(Ident.NOBODY);
    assertThat(author("A <a@b> 5\0 +0000").when()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void isNobodyWhereTheHeaderIsMissing() throws CorruptObjectException {
    assertThat(Ident.author(commit("committer C <c@d> 7 +0000\n\nText\n"))).isEqualTo(Ident.NOBODY);
    assertThat(Ident.committer(commit("\nText\n"))).isEqualTo(Ident.NOBODY);
    String tag = "object 4b825dc642cb6eb9a060e54bf8d69288fbee4904\ntype tree\ntag v1\n";
    assertThat(Ident.tagger(tag(tag + "\nText\n"))).isEqualTo(Ident.NOBODY);
    assertThat(Ident.tagger(tag(tag + "tagger T <t@u> 5 +0000\n\nText\n")).email())
        .isEqualTo("t@u");
  }

  private static RevTag tag(String raw) throws CorruptObjectException {
    return RevTag.parse(raw.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void failsOnNoLine() {
    Random random = new Random(54);
    for (int round = 0; round < 100_000; round++) {
      StringBuilder line = new StringBuilder();
      for (int i = random.nextInt(30); i >= 0; i--) {
        line.append(PIECES.charAt(random.nextInt(PIECES.length())));
      }
      Ident ident = author(line.toString());
      assertThat(ident.when()).isBetween(Instant.EPOCH, Ident.LAST);
      assertThat(ident.name() + ident.email()).doesNotContain("\0");
    }
  }
}
