package org.packhouse.app.engine.git.advertise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.engine.git.PktLineWriter;
import org.packhouse.app.engine.git.advertise.RefFacts.RefLines;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.RefSnapshot.Entry;

/** Slices of lines made once are what a look at every ref gives. */
class RefLinesTest {

  private static final ObjectId ID = ObjectId.fromString("a".repeat(40));

  @Property
  void writesTheRefsThatStartWithAPrefixOnceAndInOrder(
      @ForAll("names") Set<String> names, @ForAll("prefixes") List<String> prefixes)
      throws IOException {
    RefSnapshot snapshot =
        new RefSnapshot(
            1,
            "refs/heads/a",
            names.stream().sorted().map(name -> new Entry(name, ID, null)).toList(),
            List.of());
    RefLines lines =
        RefLines.of(snapshot, (writer, entry) -> writer.idAndText(entry.id(), entry.name()));
    ByteArrayOutputStream sliced = new ByteArrayOutputStream();
    lines.write(snapshot, prefixes, sliced);

    ByteArrayOutputStream looked = new ByteArrayOutputStream();
    PktLineWriter writer = new PktLineWriter(looked);
    for (Entry entry : snapshot.refs()) {
      if (prefixes.stream().anyMatch(entry.name()::startsWith)) {
        writer.idAndText(entry.id(), entry.name());
      }
    }
    writer.drain();
    assertThat(sliced.toString(StandardCharsets.UTF_8))
        .isEqualTo(looked.toString(StandardCharsets.UTF_8));
  }

  @Provide
  static Arbitrary<Set<String>> names() {
    return word().map(word -> "refs/" + word).set().ofMaxSize(30);
  }

  @Provide
  static Arbitrary<List<String>> prefixes() {
    return Arbitraries.oneOf(
            word().map(word -> "refs/" + word), Arbitraries.of("", "r", "refs/", "refs0", "zoo"))
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }

  private static Arbitrary<String> word() {
    return Arbitraries.strings().withChars('a', 'b', '/', '-').ofMinLength(1).ofMaxLength(4);
  }
}
