package org.packhouse.e2e.hostile;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.packhouse.e2e.harness.Bombs;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Rest;
import org.packhouse.e2e.harness.Shell;

/**
 * Attacks a server without a name, with one, and by pushes; each attack is short and can repeat.
 */
final class Enemy {

  private static final String PROJECT = "HOSTILE";
  private static final String REPOSITORY = "bomb";
  private static final String API = "/rest/api/latest";
  private static final String UPLOAD = "git-upload-pack";
  private static final String RECEIVE = "git-receive-pack";
  private static final int CONNECTIONS = 300;

  /** One attack, which may find its connections cut: that is the server's good right. */
  @FunctionalInterface
  interface Attack {
    void run() throws IOException;
  }

  private final PackagedServer server;
  private final Shell shell;
  private final Path work;
  private final AtomicInteger rounds = new AtomicInteger();
  private final byte[] zeros = zippedZeros();

  Enemy(PackagedServer server, Shell shell) {
    this.server = server;
    this.shell = shell;
    server.rest().createRepository(PROJECT, REPOSITORY);
    work = shell.repository(REPOSITORY);
    shell.git(work, "push", "-q", server.httpUrl(PROJECT, REPOSITORY), "main");
  }

  /** All attacks, by name. */
  Map<String, Attack> attacks() {
    Map<String, Attack> attacks = new LinkedHashMap<>();
    attacks.put("JSON of strangers", () -> json(new Rest(server.url()), 2_000_000));
    attacks.put("long JSON of a user", () -> json(server.rest(), 2_000_000));
    attacks.put("many objects of a user", () -> json(server.rest(), 49_000));
    attacks.put("guesses of passwords", this::guess);
    attacks.put("a bomb of trees", this::pushBomb);
    attacks.put("a long message", this::pushMessage);
    attacks.put("requests that are called off", this::cancelRequests);
    attacks.put("empty frames", this::sendEmptyFrames);
    attacks.put("frames that nobody knows", this::sendUnknownFrames);
    attacks.put("headers without end", this::continueHeaders);
    attacks.put("slow headers", () -> hold(11, "GET / HTTP/1.1\r\nX: "));
    attacks.put(
        "slow bodies",
        () -> hold(12, "POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\na"));
    attacks.put("SSH connections", this::holdSsh);
    attacks.put("unknown shallow lines", this::sendShallowLines);
    attacks.put("commands with missing tips", this::sendCommands);
    attacks.put("a clone that nobody reads", this::stopReading);
    attacks.put("zeros in gzip", this::sendZeros);
    return attacks;
  }

  private static void json(Rest client, int objects) {
    StringBuilder json = new StringBuilder("{\"a\":[{}");
    json.repeat(",{}", objects - 1);
    client.post(
        API + "/users/" + PackagedServer.ADMIN + "/settings",
        json.append("]}").toString().getBytes(US_ASCII));
  }

  private void guess() throws IOException {
    for (int i = 0; i < 20; i++) {
      String pair = "nobody" + rounds.incrementAndGet() + ":a-wrong-password";
      try (Stranger stranger = new Stranger(20, server.url())) {
        stranger.send(
            "GET /rest/api/latest/projects HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                + "Authorization: Basic "
                + Base64.getEncoder().encodeToString(pair.getBytes(US_ASCII))
                + "\r\n\r\n");
        stranger.drain();
      }
    }
  }

  private void pushBomb() {
    String commit = new Bombs(work).trees(12, 10, "round " + rounds.incrementAndGet());
    push(commit, "bomb");
    read(commit);
  }

  private void pushMessage() {
    String tree = shell.git(work, "rev-parse", "main^{tree}").strip();
    String commit = new Bombs(work).commit(tree, rounds.incrementAndGet() + "m".repeat(1_000_000));
    push(commit, "message");
    read(commit);
  }

  /** A push may be refused. */
  private void push(String commit, String branch) {
    shell.tryGit(
        work,
        "push",
        "-q",
        "--force",
        server.httpUrl(PROJECT, REPOSITORY),
        commit + ":refs/heads/" + branch);
  }

  private void read(String commit) {
    String rest = API + "/projects/%s/repos/%s".formatted(PROJECT, REPOSITORY);
    for (String path :
        List.of(
            "/files?at=%s&limit=100000",
            "/commits?until=%s&limit=1000",
            "/archive?at=%s",
            "/last-modified?at=%s",
            "/compare/changes?from=%s&to=main",
            "/browse/d000/d000?at=%s&blame=true")) {
      server.rest().send("GET", rest + path.formatted(commit), null);
    }
  }

  private void cancelRequests() throws IOException {
    try (Stranger stranger = new Stranger(30, server.url())) {
      stranger.beginFrames();
      for (int i = 0; i < 100_000; i++) {
        stranger.requestAndCancel(2 * i + 1);
      }
      stranger.flush();
      stranger.drain();
    }
  }

  private void sendEmptyFrames() throws IOException {
    try (Stranger stranger = new Stranger(31, server.url())) {
      stranger.beginFrames();
      stranger.frame(Stranger.HEADERS, 4, 1, Stranger.head());
      for (int i = 0; i < 500_000; i++) {
        stranger.frame(Stranger.DATA, 0, 1, new byte[0]);
      }
      stranger.flush();
      stranger.drain();
    }
  }

  private void sendUnknownFrames() throws IOException {
    try (Stranger stranger = new Stranger(32, server.url())) {
      stranger.beginFrames();
      for (int i = 0; i < 500_000; i++) {
        stranger.frame(0xfe, 0, 0, new byte[8]);
      }
      stranger.flush();
      stranger.drain();
    }
  }

  private void continueHeaders() throws IOException {
    try (Stranger stranger = new Stranger(33, server.url())) {
      stranger.beginFrames();
      stranger.frame(Stranger.HEADERS, 0, 1, Stranger.head());
      // A literal field of one letter each, thousands of times.
      byte[] fields = "\0\1a\1b".repeat(3000).getBytes(US_ASCII);
      for (int i = 0; i < 1000; i++) {
        stranger.frame(Stranger.CONTINUATION, 0, 1, fields);
      }
      stranger.flush();
      stranger.drain();
    }
  }

  private void hold(int address, String beginning) throws IOException {
    List<Stranger> held = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        Stranger stranger = new Stranger(address, server.url());
        held.add(stranger);
        stranger.send(beginning);
      }
      held.getLast().drain();
    } finally {
      close(held);
    }
  }

  private void holdSsh() throws IOException {
    List<Stranger> held = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        Stranger stranger = new Stranger(40, "127.0.0.1", server.sshPort());
        held.add(stranger);
        stranger.send("SSH-2.0-enemy\r\n");
      }
      held.getLast().drain();
    } finally {
      close(held);
    }
  }

  private static void close(List<Stranger> strangers) throws IOException {
    for (Stranger stranger : strangers) {
      stranger.close();
    }
  }

  private void sendShallowLines() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(line("command=fetch\n"));
    body.writeBytes("0001".getBytes(US_ASCII));
    body.writeBytes(line("want " + shell.git(work, "rev-parse", "main").strip() + "\n"));
    for (int i = 0; i < 50_000; i++) {
      body.writeBytes(line("shallow " + id(i) + "\n"));
    }
    body.writeBytes(line("done\n"));
    body.writeBytes("0000".getBytes(US_ASCII));
    post(50, UPLOAD, body.toByteArray(), "Git-Protocol: version=2\r\n");
  }

  private void sendCommands() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int round = rounds.incrementAndGet();
    for (int i = 0; i < 20_000; i++) {
      String capabilities = i == 0 ? "\0report-status" : "";
      body.writeBytes(
          line("%s %s refs/heads/m%d-%d%s".formatted(id(0), id(i + 1), round, i, capabilities)));
    }
    body.writeBytes("0000PACK".getBytes(US_ASCII));
    body.writeBytes(new byte[] {0, 0, 0, 2, 0, 0, 0, 0});
    post(51, RECEIVE, body.toByteArray(), "");
  }

  private void sendZeros() throws IOException {
    String header = "Content-Encoding: gzip\r\nGit-Protocol: version=2\r\n";
    post(52, UPLOAD, zeros, header);
    post(52, RECEIVE, zeros, header);
  }

  /** Half a gigabyte, which takes seconds to make: that is no work of the server's machine. */
  private static byte[] zippedZeros() {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 500; i++) {
        out.write(zeros);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zipped.toByteArray();
  }

  private void stopReading() throws IOException {
    List<Stranger> held = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        Stranger stranger = new Stranger(53, server.url());
        held.add(stranger);
        stranger.send(
            "GET /rest/api/latest/projects/%s/repos/%s/archive?at=main HTTP/1.1\r\n"
                    .formatted(PROJECT, REPOSITORY)
                + authorization()
                + "Host: x\r\n\r\n");
      }
    } finally {
      close(held);
    }
  }

  private void post(int address, String service, byte[] body, String headers) throws IOException {
    try (Stranger stranger = new Stranger(address, server.url())) {
      stranger.send("POST /scm/%s/%s.git/%s HTTP/1.1\r\n".formatted(PROJECT, REPOSITORY, service));
      stranger.send("Host: x\r\nConnection: close\r\n" + authorization() + headers);
      stranger.send("Content-Type: application/x-%s-request\r\n".formatted(service));
      stranger.send("Content-Length: %d\r\n\r\n".formatted(body.length));
      stranger.send(body);
      stranger.drain();
    }
  }

  private static String authorization() {
    String pair = PackagedServer.ADMIN + ":" + PackagedServer.PASSWORD;
    return "Authorization: Basic "
        + Base64.getEncoder().encodeToString(pair.getBytes(US_ASCII))
        + "\r\n";
  }

  private static String id(int number) {
    return String.format(Locale.ROOT, "%040x", number);
  }

  private static byte[] line(String text) {
    return String.format(Locale.ROOT, "%04x%s", text.length() + 4, text).getBytes(US_ASCII);
  }

  /** Runs an attack; that its connections are cut is what it may find. */
  static void attempt(Attack attack) {
    try {
      attack.run();
    } catch (IOException | UncheckedIOException e) {
      // The server has defended itself.
    }
  }
}
