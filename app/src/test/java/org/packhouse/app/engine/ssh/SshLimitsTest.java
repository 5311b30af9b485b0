package org.packhouse.app.engine.ssh;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

/** Clients that are slow, silent, many, or gone, on a server that has little patience. */
class SshLimitsTest {

  private static TestingServer server;
  private static TestingSsh ssh;
  private static Path key;
  private static Repository repository;
  private static String tip;

  private final List<Process> clients = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    server =
        TestingServer.builder()
            .with("server.ssh.auth-timeout", "3s")
            .with("server.ssh.max-unauthenticated", "20")
            .with("server.ssh.max-sessions", "3")
            // A client is gone after four of these: a busy machine holds one up for two seconds.
            .with("server.ssh.keep-alive", "1s")
            .with("server.ssh.idle-timeout", "4s")
            .with("server.ssh.execution-timeout", "9s")
            // Every response is made by a process, which must end with its client.
            .with("git.engine", "native")
            .with("scm-cache.enabled", "false")
            .start();
    ssh = TestingSsh.of(server);
    TestingPeople people = TestingPeople.of(server);
    User user = people.createUser("slow", "password-of-a-user");
    key = ssh.createKey(user);
    repository = TestingProjects.in(server).repository();
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
    GitFixture work = GitFixture.workTree(ssh.directory().resolve("work"));
    byte[] noise = new byte[12 << 20];
    new Random(1).nextBytes(noise);
    Files.write(work.directory().resolve("noise.bin"), noise);
    tip = work.commitAll("noise");
    Path directory = server.get(RepositoryDirectories.class).check(repository.id());
    work.git("push", "--quiet", directory.toString(), "main");
  }

  @AfterAll
  static void stop() {
    ssh.close();
    server.close();
  }

  @BeforeEach
  @AfterEach
  void killClients() {
    clients.forEach(Process::destroyForcibly);
    await().until(() -> gitProcesses().isEmpty());
    await().until(() -> server.get(GitSshServer.class).sessions() == 0);
  }

  /** Git as a program: the browser that other tests leave open has the letters in its flags. */
  private static final Pattern GIT = Pattern.compile("^(\\S*/)?git\\b");

  /** Native git that works for a server in this JVM. */
  private static List<String> gitProcesses() {
    return ProcessHandle.current()
        .descendants()
        .map(process -> process.info().commandLine().orElse(""))
        .filter(line -> GIT.matcher(line).find() && !line.contains("localhost"))
        .toList();
  }

  /** A client that asks for everything and then reads nothing. */
  private Process clientThatTakesNothing() throws IOException {
    Process client = command("git-upload-pack '/" + repository.path() + "'");
    OutputStream out = client.getOutputStream();
    out.write(
        ("0011command=fetch0001"
                + pkt("ofs-delta\n")
                + pkt("want " + tip + "\n")
                + "0009done\n0000")
            .getBytes(US_ASCII));
    out.flush();
    await().until(() -> !gitProcesses().isEmpty());
    return client;
  }

  private static String pkt(String line) {
    return String.format(Locale.ROOT, "%04x%s", line.length() + 4, line);
  }

  private Process command(String line) throws IOException {
    List<String> words = new ArrayList<>(ssh.client(key));
    words.addAll(List.of("-o", "SetEnv=GIT_PROTOCOL=version=2", "git@localhost", line));
    Process client = new ProcessBuilder(words).redirectErrorStream(false).start();
    clients.add(client);
    return client;
  }

  @Test
  void leavesNoProcessBehindAClientThatWasKilled() throws IOException {
    Process client = clientThatTakesNothing();
    client.destroyForcibly();
    await().until(() -> gitProcesses().isEmpty());
  }

  @Test
  void endsACommandWhoseClientTakesNoOutput() throws IOException {
    clientThatTakesNothing();
    await().atMost(Duration.ofSeconds(30)).until(() -> gitProcesses().isEmpty());
  }

  @Test
  void endsACommandWhoseClientStandsStill() throws Exception {
    Process client = command("git-upload-pack '/" + repository.path() + "'");
    assertThat(client.getInputStream().read()).isEqualTo('0');
    GitSshServer served = server.get(GitSshServer.class);
    assertThat(served.commands()).isEqualTo(1);
    new ProcessBuilder("kill", "-STOP", Long.toString(client.pid())).start().waitFor();
    // Before the limit of a command would end it.
    await().atMost(Duration.ofSeconds(8)).until(() -> served.commands() == 0);
  }

  @Test
  void endsACommandThatTakesTooLongAndSaysSo() throws Exception {
    Process client = command("git-upload-pack '/" + repository.path() + "'");
    String said = new String(client.getErrorStream().readAllBytes(), US_ASCII);
    assertThat(said).contains("A command may take 9 s at most.");
    assertThat(client.waitFor()).isEqualTo(1);
  }

  @Test
  void keepsAClientThatAnswersWhileItsCommandIsSilent() throws Exception {
    Process client = command("git-upload-pack '/" + repository.path() + "'");
    // Longer than the keep-alive times four and the idle limit, shorter than the limit of a
    // command.
    assertThat(client.waitFor(6, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void servesOthersWhileTwoHundredConnectionsSayNothing() throws IOException {
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 200; i++) {
        silent.add(new Socket("localhost", server.sshPort()));
      }
      for (Socket crowdedOut : silent.subList(0, 100)) {
        crowdedOut.setSoTimeout(20_000);
        crowdedOut.getInputStream().readAllBytes();
      }
      assertThat(ssh.gitOk(key, ssh.directory(), "ls-remote", ssh.url(repository))).contains(tip);
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void closesAConnectionThatDoesNotSignIn() throws IOException {
    try (Socket socket = new Socket("localhost", server.sshPort())) {
      socket.setSoTimeout(20_000);
      String all = new String(socket.getInputStream().readAllBytes(), US_ASCII);
      assertThat(all).startsWith("SSH-2.0-Packhouse");
    }
  }

  @Test
  void tellsSessionsBeyondTheLimit() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(command("git-upload-pack '/" + repository.path() + "'").getInputStream().read())
          .isEqualTo('0');
    }
    TestingSsh.Result fourth = ssh.ssh(key, List.of("-T"));
    assertThat(fourth.status()).isEqualTo(255);
    assertThat(fourth.err()).contains("The server serves 3 SSH sessions already");
    killClients();
    await().until(() -> ssh.ssh(key, List.of("-T")).status() == 1);
  }
}
