package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;
import org.packhouse.app.engine.git.GitWire;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.PktLineReader.Kind;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.engine.git.RunningOperations;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.engine.git.advertise.RefViews;
import org.packhouse.app.engine.git.advertise.WantCheck;
import org.packhouse.app.engine.git.fetch.RecordedRequests.Recorded;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.storage.process.GitFailedException;
import org.springframework.util.FileSystemUtils;
import org.springframework.util.unit.DataSize;

/**
 * Requests of real git with mistakes in them: whatever they are, the response is one of the
 * protocol, or words that say what is wrong.
 */
class MutatedRequestTest {

  private static final FetchKit KIT = new FetchKit();
  private static final List<Recorded> RECORDED = new ArrayList<>();

  private static final DataSize MAX_SIZE = DataSize.ofMegabytes(1);

  private static final List<String> LENGTHS =
      List.of("0000", "0001", "0002", "0003", "0004", "0005", "fff0", "fff1", "ffff", "00zz");

  @BeforeContainer
  static void record() throws IOException {
    Path directory = Files.createTempDirectory("recorded");
    try (RecordedRequests requests = new RecordedRequests(KIT, directory)) {
      RECORDED.addAll(requests.record());
    } finally {
      FileSystemUtils.deleteRecursively(directory);
    }
  }

  @AfterContainer
  static void nothingRuns() {
    await().until(() -> KIT.running() == 0);
  }

  @Example
  void answersEachRequestAsItWasRecorded() {
    for (ProtocolVersion protocol : List.of(ProtocolVersion.V0, ProtocolVersion.V2)) {
      for (boolean stateless : new boolean[] {true, false}) {
        assertThat(recorded(protocol, stateless)).hasSizeGreaterThan(4);
      }
    }
    for (Recorded each : RECORDED) {
      assertThat(FetchKit.text(respond(each, each.bytes())))
          .as("%s", each.said())
          .doesNotContain("ERR ");
    }
  }

  @Example
  void saysSoWhenARequestIsCutOff() {
    for (Recorded each : recorded(ProtocolVersion.V0, true)) {
      byte[] bytes = each.bytes();
      for (int less : new int[] {4, 9}) {
        String said = FetchKit.text(respond(each, Arrays.copyOf(bytes, bytes.length - less)));
        assertThat(said).as("%s", each.said()).doesNotContain("its log says why");
      }
    }
  }

  @Property(tries = 1000)
  void answersWhatAClientOverHttpGotWrong(@ForAll boolean v2, @ForAll long seed) {
    answersInWordsOfTheProtocol(v2, true, new Random(seed));
  }

  @Property(tries = 500)
  void answersWhatAClientOverSshGotWrong(@ForAll boolean v2, @ForAll long seed) {
    answersInWordsOfTheProtocol(v2, false, new Random(seed));
  }

  @Property(tries = 3000)
  void readsThePacketsThatAreThereAndNoOthersHoweverTheyCome(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] bytes = mutated(RECORDED.get(random.nextInt(RECORDED.size())).bytes(), random);
    PktLineReader reader = new PktLineReader(new Trickle(bytes, random));
    List<String> read = new ArrayList<>();
    try {
      for (Kind kind = reader.next(); kind != Kind.END; kind = reader.next()) {
        read.add(kind + " " + new String(reader.payload(), StandardCharsets.ISO_8859_1));
      }
    } catch (WireException e) {
      read.add("refused");
    }
    assertThat(read).isEqualTo(packets(new String(bytes, StandardCharsets.ISO_8859_1)));
  }

  @Example
  void readsNoMoreOfAnEndlessRequestThanIsAllowed() throws IOException {
    String id = "1".repeat(40);
    byte[] v0 = FetchKit.lines("want " + id + " side-band-64k");
    byte[] v2 = FetchKit.lines("command=fetch", "object-format=sha1", "0001");
    byte[] refs = FetchKit.lines("command=ls-refs", "0001");
    for (String line : List.of("want " + id, "shallow " + id, "deepen 1")) {
      for (boolean stateless : new boolean[] {true, false}) {
        refusesEndless(ProtocolVersion.V0, stateless, v0, line);
        refusesEndless(ProtocolVersion.V2, stateless, v2, line);
      }
    }
    refusesEndless(ProtocolVersion.V2, true, v2, "have " + id);
    refusesEndless(ProtocolVersion.V2, true, refs, "ref-prefix refs/heads/");
    refusesEndless(ProtocolVersion.V2, true, new byte[0], "server-option=x");
  }

  private static void refusesEndless(
      ProtocolVersion protocol, boolean stateless, byte[] begin, String line) throws IOException {
    Endless request = new Endless(begin, FetchKit.lines(line));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    withSmallLimits().uploadPack(KIT.exchange(protocol, stateless, request, out));
    assertThat(FetchKit.text(out.toByteArray()))
        .endsWith("ERR The request is larger than the server allows");
    assertThat(request.taken).isLessThan(2 * MAX_SIZE.toBytes());
  }

  private static GitWire withSmallLimits() {
    WireSettings settings = new WireSettings(DataSize.ofBytes(MAX_SIZE.toBytes() / 8), MAX_SIZE);
    RequestMemory memory = KIT.server.get(RequestMemory.class);
    FetchV0 fetchV0 =
        new FetchV0(
            KIT.server.get(WantCheck.class),
            KIT.server.get(FetchResponses.class),
            KIT.server.get(UploadPackProcess.class),
            KIT.server.get(Tickets.class),
            settings,
            memory);
    UploadPack uploadPack =
        new UploadPack(
            KIT.server.get(RefViews.class),
            KIT.server.get(Fetch.class),
            fetchV0,
            KIT.server.get(ObjectInfo.class),
            settings,
            memory,
            KIT.server.get(FetchEngineSettings.class));
    return new GitWire(List.of(uploadPack), KIT.server.get(RunningOperations.class));
  }

  private static void answersInWordsOfTheProtocol(boolean v2, boolean stateless, Random random) {
    List<Recorded> all = recorded(v2 ? ProtocolVersion.V2 : ProtocolVersion.V0, stateless);
    Recorded one = all.get(random.nextInt(all.size()));
    byte[] bytes = mutated(one.bytes(), random);
    byte[] response = respond(one, bytes);
    assertThat(FetchKit.text(response))
        .as(FetchKit.text(bytes))
        .doesNotContain("xception", "its log says why");
    assertIsOfTheProtocol(response);
    String said = FetchKit.text(response);
    Statistics.label("answers")
        .collect(said.contains("ERR ") ? "error" : said.contains("PACK") ? "pack" : "other")
        .coverage(coverage -> {
          coverage.check("error").percentage(share -> share > 10);
          coverage.check("pack").percentage(share -> share > 2);
        });
  }

  private static byte[] respond(Recorded request, byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      KIT.server
          .get(GitWire.class)
          .uploadPack(
              KIT.exchange(
                  request.protocol(), request.stateless(), new ByteArrayInputStream(bytes), out));
    } catch (GitFailedException e) {
      // Native git holds the negotiation of protocol 0, and has said what it did not like.
      assertThat(request.protocol()).isEqualTo(ProtocolVersion.V0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Packets up to the end, or up to a pack that comes without side bands. */
  private static void assertIsOfTheProtocol(byte[] response) {
    PktLineReader reader = new PktLineReader(new ByteArrayInputStream(response));
    try {
      Kind kind = reader.next();
      while (kind != Kind.END) {
        assertThat(kind).isNotEqualTo(Kind.RESPONSE_END);
        kind = reader.next();
      }
    } catch (WireException e) {
      assertThat(e)
          .hasMessage("\"PACK\" is not the length of a packet: this is not the Git protocol");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Recorded> recorded(ProtocolVersion protocol, boolean stateless) {
    return RECORDED.stream()
        .filter(each -> each.protocol() == protocol && each.stateless() == stateless)
        .toList();
  }

  private static byte[] mutated(byte[] request, Random random) {
    byte[] bytes = request;
    for (int i = random.nextInt(3); i >= 0; i--) {
      bytes = mutatedOnce(bytes, random);
    }
    return bytes;
  }

  private static byte[] mutatedOnce(byte[] bytes, Random random) {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + random.nextInt(60));
    byte[] other = RECORDED.get(random.nextInt(RECORDED.size())).bytes();
    return switch (random.nextInt(9)) {
      case 0 -> Arrays.copyOf(bytes, from);
      case 1 -> joined(bytes, from, new byte[0], to);
      case 2 -> joined(bytes, to, Arrays.copyOfRange(bytes, from, to), to);
      case 3 -> joined(bytes, from, bytesOf(LENGTHS.get(random.nextInt(LENGTHS.size()))), from);
      case 4 -> withLength(bytes, random);
      case 5 ->
          joined(
              bytes, from, Arrays.copyOfRange(other, from % (other.length + 1), other.length), to);
      case 6 -> withoutPacket(bytes, random);
      case 7 -> withTwice(bytes, random);
      default -> flipped(bytes, from, random);
    };
  }

  private static byte[] joined(byte[] bytes, int until, byte[] between, int from) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.write(bytes, 0, until);
    joined.writeBytes(between);
    joined.write(bytes, from, bytes.length - from);
    return joined.toByteArray();
  }

  private static byte[] flipped(byte[] bytes, int at, Random random) {
    byte[] flipped = bytes.clone();
    if (at < bytes.length) {
      flipped[at] ^= (byte) (1 << random.nextInt(8));
    }
    return flipped;
  }

  private static byte[] withLength(byte[] bytes, Random random) {
    int at = packetAt(bytes, random);
    return joined(
        bytes,
        at,
        bytesOf(LENGTHS.get(random.nextInt(LENGTHS.size()))),
        Math.min(bytes.length, at + 4));
  }

  private static byte[] withoutPacket(byte[] bytes, Random random) {
    int at = packetAt(bytes, random);
    return joined(bytes, at, new byte[0], end(bytes, at));
  }

  private static byte[] withTwice(byte[] bytes, Random random) {
    int at = packetAt(bytes, random);
    return joined(bytes, at, Arrays.copyOfRange(bytes, at, end(bytes, at)), at);
  }

  /** Where one of the packets begins. */
  private static int packetAt(byte[] bytes, Random random) {
    int at = 0;
    for (int i = random.nextInt(12); i > 0 && end(bytes, at) < bytes.length; i--) {
      at = end(bytes, at);
    }
    return at;
  }

  private static int end(byte[] bytes, int at) {
    int length = length(new String(bytes, StandardCharsets.ISO_8859_1), at);
    return Math.min(bytes.length, at + Math.max(4, length));
  }

  private static byte[] bytesOf(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** What the description of the format says of some bytes. */
  private static List<String> packets(String bytes) {
    List<String> packets = new ArrayList<>();
    int at = 0;
    while (at < bytes.length()) {
      int length = length(bytes, at);
      if (length < 0
          || length == 3
          || length > 65520
          || at + Math.max(4, length) > bytes.length()) {
        packets.add("refused");
        return packets;
      }
      packets.add(
          switch (length) {
            case 0 -> "FLUSH ";
            case 1 -> "DELIM ";
            case 2 -> "RESPONSE_END ";
            default -> "DATA " + bytes.substring(at + 4, at + length);
          });
      at += Math.max(4, length);
    }
    return packets;
  }

  private static int length(String bytes, int at) {
    String digits = bytes.substring(at, Math.min(bytes.length(), at + 4)).toLowerCase(Locale.ROOT);
    return digits.matches("[0-9a-f]{4}") ? Integer.parseInt(digits, 16) : -1;
  }

  /** Gives its bytes in small pieces. */
  private static final class Trickle extends InputStream {

    private final InputStream bytes;
    private final Random random;

    Trickle(byte[] bytes, Random random) {
      this.bytes = new ByteArrayInputStream(bytes);
      this.random = random;
    }

    @Override
    public int read() throws IOException {
      return bytes.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      return bytes.read(target, offset, Math.min(length, 1 + random.nextInt(7)));
    }
  }

  /** A request that never ends. */
  private static final class Endless extends InputStream {

    private final byte[] begin;
    private final byte[] line;
    private long taken;

    Endless(byte[] begin, byte[] line) {
      this.begin = begin;
      this.line = line;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      int count;
      if (taken < begin.length) {
        count = (int) Math.min(length, begin.length - taken);
        System.arraycopy(begin, (int) taken, target, offset, count);
      } else {
        int at = (int) ((taken - begin.length) % line.length);
        count = Math.min(length, line.length - at);
        System.arraycopy(line, at, target, offset, count);
      }
      taken += count;
      return count;
    }

    @Override
    public int read() {
      long at = taken++;
      return at < begin.length ? begin[(int) at] : line[(int) ((at - begin.length) % line.length)];
    }
  }
}
