package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.testing.GitFixture;
import org.springframework.util.FileSystemUtils;

/** A request that is not of the protocol is refused in words, at once, and starts no process. */
class MalformedRequestTest {

  private static final String TIP = "a".repeat(40);
  private static final FetchKit KIT = new FetchKit();

  @BeforeContainer
  static void fill() throws IOException {
    Path directory = Files.createTempDirectory("malformed");
    GitFixture source = GitFixture.workTree(directory);
    source.commit("a", "1");
    KIT.fill(source);
    FileSystemUtils.deleteRecursively(directory);
  }

  @AfterContainer
  static void nothingRuns() {
    await().until(() -> KIT.running() == 0);
  }

  @Property(tries = 300)
  void refusesRandomBytes(
      @ForAll ProtocolVersion protocol, @ForAll boolean stateless, @ForAll byte[] bytes) {
    refusedOrEmpty(protocol, stateless, bytes);
  }

  @Property(tries = 300)
  void refusesLinesInAnyOrder(
      @ForAll ProtocolVersion protocol,
      @ForAll boolean stateless,
      @ForAll("lines") List<String> lines) {
    refusedOrEmpty(protocol, stateless, FetchKit.lines(lines.toArray(String[]::new)));
  }

  @Property(tries = 100)
  void refusesARequestThatIsCutOff(@ForAll("cut") int length) {
    byte[] whole = FetchKit.command("fetch", "thin-pack", "want " + TIP, "have " + TIP, "done");
    byte[] response = KIT.ask(ProtocolVersion.V2, Arrays.copyOf(whole, length % whole.length));
    assertThat(length % whole.length == 0 ? "ERR" : FetchKit.text(response)).contains("ERR");
  }

  @Example
  void refusesARequestForRefsThatIsTooLarge() {
    ByteArrayOutputStream many = new ByteArrayOutputStream();
    byte[] line = FetchKit.lines("ref-prefix refs/heads/" + "x".repeat(1000));
    many.writeBytes(FetchKit.lines("command=ls-refs", "0001"));
    for (int i = 0; i < 1100; i++) {
      many.writeBytes(line);
    }
    many.writeBytes(FetchKit.lines("0000"));
    assertThat(FetchKit.text(KIT.ask(ProtocolVersion.V2, many.toByteArray())))
        .endsWith("ERR The request is larger than the server allows");
  }

  @Example
  void namesWhatItDoesNotKnow() {
    assertRefusal("Unknown command \"frobnicate\"", FetchKit.command("frobnicate"));
    assertRefusal("fetch does not know \"push everything\"", fetch("push everything"));
    assertRefusal(
        "fetch does not know \"want-ref refs/heads/main\"", fetch("want-ref refs/heads/main"));
    assertRefusal("\"HEAD\" is not a SHA-1 object id", fetch("want HEAD"));
    assertRefusal(
        "Filter \"sparse:oid=main:x\" is not served; blob:none, blob:limit=, tree: and"
            + " object:type= are",
        fetch("filter sparse:oid=main:x"));
    assertRefusal(
        "Filter \"blob:limit=999999999999g\" is not served; blob:none, blob:limit=, tree: and"
            + " object:type= are",
        fetch("filter blob:limit=999999999999g"));
    assertRefusal("ls-refs does not know \"quickly\"", FetchKit.command("ls-refs", "quickly"));
    assertRefusal("object-info does not know \"type\"", FetchKit.command("object-info", "type"));
    assertRefusal(
        "This repository uses object format sha1, but the client uses sha256",
        FetchKit.lines("command=fetch", "object-format=sha256", "0000"));
    assertRefusal("Unknown capability \"sudo\"", FetchKit.lines("command=fetch", "sudo", "0000"));
    assertRefusal(
        "A request must have one command, but this one has two",
        FetchKit.lines("command=fetch", "command=ls-refs", "0000"));
    assertRefusal("The request names no command", FetchKit.lines("agent=x", "0000"));
  }

  @Provide
  Arbitrary<List<String>> lines() {
    return Arbitraries.of(
            "0000",
            "0001",
            "command=fetch",
            "command=ls-refs",
            "agent=git/2",
            "want " + TIP,
            "want " + TIP + " side-band-64k",
            "have " + TIP,
            "shallow " + TIP,
            "deepen 1",
            "deepen -1",
            "deepen-not main",
            "filter tree:x",
            "done",
            "\0",
            "")
        .list()
        .ofMaxSize(8);
  }

  @Provide
  Arbitrary<Integer> cut() {
    return Arbitraries.integers().between(1, 400);
  }

  private static byte[] fetch(String argument) {
    return FetchKit.command("fetch", argument);
  }

  private static void assertRefusal(String message, byte[] request) {
    assertThat(FetchKit.text(KIT.ask(ProtocolVersion.V2, request)).substring(4))
        .isEqualTo("ERR " + message);
  }

  private static void refusedOrEmpty(ProtocolVersion protocol, boolean stateless, byte[] bytes) {
    long before = KIT.processes();
    String response = FetchKit.text(KIT.converse(protocol, stateless, bytes));
    assertThat(response).doesNotContain("PACK", "exception", "Exception", "its log says why");
    assertThat(KIT.processes()).isEqualTo(before);
  }
}
