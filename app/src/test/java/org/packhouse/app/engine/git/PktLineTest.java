package org.packhouse.app.engine.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.engine.git.PktLineReader.Kind;

class PktLineTest {

  private static final ObjectId ID =
      ObjectId.fromString("0123456789abcdef0123456789abcdef01234567");

  @Test
  void writesWhatGitWrites() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PktLineWriter writer = new PktLineWriter(bytes);
    writer.text("version 2");
    writer.idAndText(ID, "HEAD");
    writer.delim();
    writer.error("no");
    writer.flush();
    writer.drain();
    assertThat(bytes.toString(UTF_8))
        .isEqualTo("000eversion 2\n0032" + ID.name() + " HEAD\n" + "0001" + "000aERR no" + "0000");
  }

  /** Through a buffer that each id fills in another place, and that some do not fit in. */
  @Property
  void writesIdsAsGitNamesThem(@ForAll @Size(value = 20) byte[] raw, @ForAll String name)
      throws IOException {
    ObjectId id = ObjectId.fromRaw(raw);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PktLineWriter writer = new PktLineWriter(bytes, 61);
    for (int i = 0; i < 5; i++) {
      writer.idAndText(id, name);
    }
    writer.drain();
    String line = id.name() + " " + new String(name.getBytes(UTF_8), UTF_8) + "\n";
    String packet = "%04x%s".formatted(4 + line.getBytes(UTF_8).length, line);
    assertThat(bytes.toString(UTF_8)).isEqualTo(packet.repeat(5));
  }

  @Test
  void readsEachKindOfPacket() throws IOException {
    PktLineReader reader = reader("000ahello\n" + "0004" + "0001" + "0002" + "0000");
    assertThat(reader.next()).isEqualTo(Kind.DATA);
    assertThat(reader.text()).isEqualTo("hello");
    assertThat(reader.payload()).isEqualTo("hello\n".getBytes(UTF_8));
    assertThat(reader.next()).isEqualTo(Kind.DATA);
    assertThat(reader.payload()).isEmpty();
    assertThat(reader.next()).isEqualTo(Kind.DELIM);
    assertThat(reader.next()).isEqualTo(Kind.RESPONSE_END);
    assertThat(reader.next()).isEqualTo(Kind.FLUSH);
    assertThat(reader.next()).isEqualTo(Kind.END);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0003", "fff1", "ffff", "GET ", "00 4", "-001", "00", "0009abc"})
  void refusesWhatIsNoPacket(String text) {
    PktLineReader reader = reader(text);
    assertThatThrownBy(reader::next).isInstanceOf(WireException.class);
  }

  @Test
  void refusesMoreThanIsAllowed() throws IOException {
    PktLineReader reader =
        new PktLineReader(new ByteArrayInputStream("0008abcd0008abcd".getBytes(UTF_8)), 15);
    assertThat(reader.next()).isEqualTo(Kind.DATA);
    assertThatThrownBy(reader::next).hasMessage("The request is larger than the server allows");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0123456789abcdef0123456789abcdef0123456",
        "0123456789ABCDEF0123456789ABCDEF01234567",
        "0123456789abcdef0123456789abcdef012345678",
        "g123456789abcdef0123456789abcdef01234567",
        "/123456789abcdef0123456789abcdef01234567"
      })
  void refusesWhatIsNoObjectId(String text) {
    assertThatThrownBy(() -> PktLineReader.parseObjectId(text))
        .hasMessage("\"" + text + "\" is not a SHA-1 object id");
  }

  @Test
  void quotesAClientsTextWithoutItsControlCharactersAndItsLength() {
    assertThat(PktLineReader.shortened("a\u001b[31m\n" + "b".repeat(200)))
        .isEqualTo("a?[31m?" + "b".repeat(93) + "...");
  }

  @Property(tries = 300)
  void readsBackWhatWasWritten(@ForAll @Size(max = 30) List<byte[]> payloads) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PktLineWriter writer = new PktLineWriter(bytes, 16);
    for (byte[] payload : payloads) {
      writer.data(payload);
    }
    writer.flush();
    writer.drain();
    PktLineReader reader = new PktLineReader(new ByteArrayInputStream(bytes.toByteArray()));
    List<byte[]> read = new ArrayList<>();
    while (reader.next() == Kind.DATA) {
      read.add(reader.payload());
    }
    assertThat(read).hasSameSizeAs(payloads);
    for (int i = 0; i < read.size(); i++) {
      assertThat(read.get(i)).isEqualTo(payloads.get(i));
    }
  }

  @Property(tries = 500)
  void neverReadsBeyondItsLimitNorThrowsAnythingElse(@ForAll byte[] bytes) throws IOException {
    PktLineReader reader = new PktLineReader(new ByteArrayInputStream(bytes), 64);
    try {
      Kind kind = reader.next();
      while (kind != Kind.END) {
        assertThat(reader.payload().length).isLessThanOrEqualTo(64);
        kind = reader.next();
      }
    } catch (WireException e) {
      assertThat(e).hasMessageMatching("(?s).*(packet|request|Git protocol).*");
    }
  }

  private static PktLineReader reader(String text) {
    return new PktLineReader(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }
}
