package org.packhouse.cluster.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MemberHandshakeTest {

  private static final String SECRET = "a secret that nobody knows";

  private record Outcome(@Nullable String ofCaller, @Nullable String ofCalled, String sent) {}

  private static MemberHandshake node(String name, String group, String secret, String release) {
    return new MemberHandshake(
        TestingMembers.member(name),
        new HazelcastOptions.Group(group, secret),
        release,
        new SecureRandom());
  }

  private static Outcome meet(MemberHandshake caller, MemberHandshake called) throws Exception {
    Recording sent = new Recording();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ExecutorService other = Executors.newVirtualThreadPerTaskExecutor();
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept()) {
      Future<@Nullable String> ofCalled =
          other.submit(() ->
              reason(() ->
                  called.respond(
                      accepted.getInputStream(), sent.over(accepted.getOutputStream()))));
      String ofCaller =
          reason(() -> caller.call(socket.getInputStream(), sent.over(socket.getOutputStream())));
      return new Outcome(ofCaller, ofCalled.get(), sent.text());
    }
  }

  private interface Dialog {
    void run() throws IOException;
  }

  private static @Nullable String reason(Dialog dialog) {
    try {
      dialog.run();
      return null;
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  private static final class Recording {

    private final List<ByteArrayOutputStream> all = new ArrayList<>();

    synchronized OutputStream over(OutputStream to) {
      ByteArrayOutputStream copy = new ByteArrayOutputStream();
      all.add(copy);
      return new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          copy.write(b);
          to.write(b);
        }
      };
    }

    synchronized String text() {
      StringBuilder text = new StringBuilder();
      all.forEach(copy -> text.append(copy.toString(StandardCharsets.ISO_8859_1)));
      return text.toString();
    }
  }

  @Test
  void nodesWithTheSameSecretLetEachOtherInWithoutSendingIt() throws Exception {
    Outcome outcome = meet(node("a", "house", SECRET, "5.7"), node("b", "house", SECRET, "5.7"));
    assertThat(outcome.ofCaller()).isNull();
    assertThat(outcome.ofCalled()).isNull();
    assertThat(outcome.sent()).contains("house").doesNotContain(SECRET);
  }

  @Test
  void whoHasAnotherSecretIsRefusedAndBothSayWhy() throws Exception {
    Outcome outcome = meet(node("a", "house", "wrong", "5.7"), node("b", "house", SECRET, "5.7"));
    assertThat(outcome.ofCalled())
        .isEqualTo("it is not let in: it does not have the same hazelcast.group.password");
    assertThat(outcome.ofCaller())
        .isEqualTo(
            "it does not let this node in; it says of it: it does not have the same hazelcast.group.password");
  }

  /** A stranger that calls, or answers in place of a node. */
  @Test
  void tellsStrangersNothing() throws Exception {
    Outcome called =
        meet(node("stranger", "barn", "wrong", "9"), node("b-name", "house", SECRET, "5.7"));
    assertThat(called.sent()).doesNotContain("b-name", "house", "1.0", "5.7");
    Outcome caller =
        meet(node("a-name", "house", SECRET, "5.7"), node("stranger", "barn", "wrong", "9"));
    assertThat(caller.sent()).doesNotContain("a-name", "house", "1.0", "5.7");
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    byte[] silence = new byte[0];
    reason(() ->
        node("b-name", "house", SECRET, "5.7").respond(new ByteArrayInputStream(silence), said));
    assertThat(said.size()).isZero();
  }

  @Test
  void aNodeOfAnEarlierReleaseIsRefusedWithThatReason() {
    byte[] earlier = "PHC1 and a name".getBytes(StandardCharsets.US_ASCII);
    assertThat(
            reason(() ->
                node("a", "house", SECRET, "5.7")
                    .respond(new ByteArrayInputStream(earlier), OutputStream.nullOutputStream())))
        .startsWith("it runs an earlier release");
  }

  @Test
  void whoBelongsToAnotherClusterIsRefusedByThatName() throws Exception {
    Outcome outcome = meet(node("a", "barn", SECRET, "5.7"), node("b", "house", SECRET, "5.7"));
    assertThat(outcome.ofCaller())
        .isEqualTo(
            "node b (1.0) is not let in: it belongs to the cluster 'house' and not to 'barn' (hazelcast.group.name)");
    assertThat(outcome.ofCalled())
        .isEqualTo(
            "node a (1.0) is not let in: it belongs to the cluster 'barn' and not to 'house' (hazelcast.group.name)");
  }

  @Test
  void nodesWithOtherReleasesOfHazelcastStayApart() throws Exception {
    Outcome outcome = meet(node("a", "house", SECRET, "5.8"), node("b", "house", SECRET, "5.7"));
    assertThat(outcome.ofCaller()).contains("it has Hazelcast 5.7 and not 5.8");
    assertThat(outcome.ofCalled()).contains("it has Hazelcast 5.8 and not 5.7");
  }

  @Test
  void whoSpeaksSomethingElseIsRefused() throws Exception {
    byte[] other = "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    assertThat(
            reason(() ->
                node("a", "house", SECRET, "5.7")
                    .respond(new ByteArrayInputStream(other), OutputStream.nullOutputStream())))
        .isEqualTo("it does not speak as a node of Packhouse does");
  }

  @Test
  void whatANodeHasHeardProvesNothingToAnother() throws Exception {
    ByteArrayOutputStream heard = new ByteArrayOutputStream();
    MemberHandshake honest = node("b", "house", SECRET, "5.7");
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ExecutorService other = Executors.newVirtualThreadPerTaskExecutor();
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept()) {
      Future<@Nullable String> answered =
          other.submit(() ->
              reason(() -> honest.respond(accepted.getInputStream(), accepted.getOutputStream())));
      OutputStream copying =
          new OutputStream() {
            @Override
            public void write(int b) throws IOException {
              heard.write(b);
              socket.getOutputStream().write(b);
            }
          };
      node("a", "house", SECRET, "5.7").call(socket.getInputStream(), copying);
      assertThat(answered.get()).isNull();
    }
    InputStream replayed = new ByteArrayInputStream(heard.toByteArray());
    assertThat(reason(() -> honest.respond(replayed, OutputStream.nullOutputStream())))
        .contains("does not have the same hazelcast.group.password");
  }
}
