package org.packhouse.lab.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.wire.OperationFailedException;
import org.packhouse.lab.wire.VerificationException;

/** A client's view of a server that is not well. */
class BrokenResponsesTest {

  private static final int CHECKED = 0;
  private static final int UNCHECKED = 1;

  @TempDir private Path scratch;

  private final Canned canned;
  private final CannedServer server;
  private @Nullable Operation operation;

  BrokenResponsesTest() throws IOException {
    canned = new Canned(2_500);
    server = new CannedServer();
  }

  private Done clone(Turn turn) throws IOException {
    if (operation == null) {
      OperationPlan plan =
          new OperationPlan("clone", "one", "http", 2, 1, 0, 0, 0, null, null, null);
      List<TestRepository> repositories = List.of(new TestRepository("one", "one", scratch));
      operation =
          Operations.create(
              plan, List.of(server.endpoint()), repositories, scratch, Clock.systemUTC());
    }
    return operation.perform(turn);
  }

  @AfterEach
  void end() throws IOException {
    if (operation != null) {
      operation.close();
    }
    server.close();
  }

  @Test
  void takesAnAnswerThatIsWhole() throws IOException {
    server.then(canned.advertisement(), canned.refs(), fetched(canned.fetched()));
    assertThat(clone(turn(CHECKED, true)).bytesRead()).isGreaterThan(2_500);
    assertThat(server.requests())
        .hasSize(3)
        .allMatch(it -> it.contains("Authorization: Basic YWRhOmEgcGFzc3dvcmQ="));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 1000, 100_000})
  void takesAnAnswerInChunks(int size) throws IOException {
    byte[] response = Canned.chunked(Canned.RESULT, canned.fetched(), size);
    server.then(canned.advertisement(), canned.refs(), response);
    assertThat(clone(turn(CHECKED, false)).bytesRead()).isGreaterThan(2_500);
  }

  @Test
  void noticesEachByteOfAPackThatIsFlipped() {
    byte[] whole = canned.fetched();
    int packed = "000dpackfile\n".length();
    for (int at = packed; at < whole.length; at += at < packed + 40 ? 1 : 13) {
      byte[] broken = whole.clone();
      broken[at] ^= 1;
      server.then(canned.advertisement(), canned.refs(), fetched(broken));
      assertThatThrownBy(() -> clone(turn(CHECKED, false)))
          .as("Byte %d is flipped", at)
          .isInstanceOf(VerificationException.class);
    }
  }

  @Test
  void noticesEachByteOfTheTrailerThatIsFlipped() {
    byte[] whole = canned.fetched();
    for (int fromEnd = 5; fromEnd < 25; fromEnd++) {
      byte[] broken = whole.clone();
      broken[whole.length - fromEnd] ^= 1;
      server.then(canned.advertisement(), canned.refs(), fetched(broken));
      fails(turn(CHECKED, false), VerificationException.class);
    }
  }

  @Test
  void noticesAHeaderThatIsFlippedWithoutTheChecksum() {
    byte[] broken = canned.fetched();
    broken["000dpackfile\n".length() + 5] ^= 1;
    server.then(canned.advertisement(), canned.refs(), fetched(broken));
    fails(turn(UNCHECKED, false), VerificationException.class);
  }

  @Test
  void letsRealGitNoticeTheRest() {
    byte[] broken = canned.fetched();
    broken[1_500] ^= 1;
    server.then(canned.advertisement(), canned.refs(), fetched(broken));
    fails(turn(UNCHECKED, true), VerificationException.class);
  }

  @Test
  void noticesAnAnswerThatIsCutShort() {
    byte[] whole = canned.fetched();
    for (int length = 0; length < whole.length; length += 17) {
      server.then(canned.advertisement(), canned.refs(), fetched(Arrays.copyOf(whole, length)));
      fails(turn(UNCHECKED, false), VerificationException.class);
    }
  }

  @Test
  void noticesWhatFollowsAnAnswer() {
    byte[] longer = Canned.joined(canned.fetched(), Canned.lines("more"));
    server.then(canned.advertisement(), canned.refs(), fetched(longer));
    fails(turn(UNCHECKED, false), VerificationException.class);
  }

  @Test
  void noticesAConnectionThatIsCut() {
    byte[] response = fetched(canned.fetched());
    server.then(
        canned.advertisement(), canned.refs(), Arrays.copyOf(response, response.length - 100));
    fails(turn(UNCHECKED, false), EOFException.class);
  }

  @Test
  void countsWhatTheServerSaysInBandThree() {
    byte[] body =
        Canned.joined(
            Canned.lines("packfile\n"),
            Canned.band(3, "out of memory\n".getBytes(StandardCharsets.UTF_8)));
    server.then(canned.advertisement(), canned.refs(), fetched(body));
    failsAs("band 3", "The server says: out of memory");
  }

  @Test
  void countsAnErrorOfTheProtocol() {
    byte[] response =
        Canned.http(
            Canned.ADVERTISEMENT,
            Canned.lines("# service=git-upload-pack\n", "", "ERR Repository not found"));
    server.then(response);
    failsAs("ERR", "The server says: Repository not found");
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404, 429, 500, 503})
  void countsAStatus(int status) {
    server.then(Canned.status(status));
    failsAs("HTTP " + status, "The server answered " + status);
    server.then(canned.advertisement(), canned.refs(), Canned.status(status));
    failsAs("HTTP " + status, "The server answered " + status);
  }

  @Test
  void countsAnotherProtocol() {
    String id = "a".repeat(40);
    byte[] body = Canned.lines("# service=git-upload-pack\n", "", id + " HEAD\0side-band-64k", "");
    server.then(Canned.http(Canned.ADVERTISEMENT, body));
    failsAs("protocol 0", "The server speaks protocol 0, not 2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH\r\n\r\n",
        "HTTP/1.1 abc\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno header\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>"
      })
  void noticesRubbish(String response) {
    server.then(response.getBytes(StandardCharsets.US_ASCII));
    Class<? extends IOException> type = VerificationException.class;
    fails(turn(UNCHECKED, false), type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rubbish", "zzzz", "0003", "0009abc", "0005", "fff0abc", "0000", "0001"})
  void noticesRubbishOfTheRightType(String body) {
    server.then(Canned.http(Canned.ADVERTISEMENT, body.getBytes(StandardCharsets.US_ASCII)));
    fails(turn(UNCHECKED, false), VerificationException.class);
  }

  private void fails(Turn turn, Class<? extends IOException> type) {
    assertThatThrownBy(() -> clone(turn)).isInstanceOf(type);
  }

  private void failsAs(String kind, String message) {
    ThrowingCallable call = () -> clone(turn(UNCHECKED, false));
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            OperationFailedException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessageStartingWith(message);
  }

  private static byte[] fetched(byte[] body) {
    return Canned.http(Canned.RESULT, body);
  }

  private static Turn turn(long number, boolean sampled) {
    return new Turn(0, number, new Random(1), Link.DIRECT, sampled);
  }
}
