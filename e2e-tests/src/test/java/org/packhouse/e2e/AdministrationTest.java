package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Rest;
import org.packhouse.e2e.harness.Shell;
import org.packhouse.lab.process.Launcher;

/** An administrator's work at the machine: set-up by the page, a context path, a new password. */
class AdministrationTest {

  private static final Pattern INVITATION = Pattern.compile("/setup\\?token=(\\S+)");
  private static final Pattern GUARD = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");
  private static final Pattern PASSWORD = Pattern.compile("The new password of ada is (\\S+)");

  @Test
  void setsTheServerUpByThePageAndGetsANewPasswordLater(@TempDir Path directory)
      throws IOException, InterruptedException {
    Path home = PackagedServer.newDirectory();
    Shell shell = new Shell(directory);
    try (PackagedServer server =
        PackagedServer.builder(home).notSetUp().with("server.context-path", "/git").start()) {
      assertThat(state(server)).isEqualTo("FIRST_RUN");
      setUp(server, shell);
      // The state is looked up once in a second at most.
      await().untilAsserted(() -> assertThat(state(server)).isEqualTo("RUNNING"));
      Rest ada = new Rest(server.url()).as("ada", "a-first-password");
      ada.createRepository("CTX", "tools");
      Path work = shell.repository("tools");
      shell.git(work, "push", "-q", server.httpUrl("ada:a-first-password", "ctx", "tools"), "main");
      assertThat(server.terminate()).isIn(0, 143);
    }

    String password = resetPassword(home);

    try (PackagedServer server =
        PackagedServer.builder(home).notSetUp().with("server.context-path", "/git").start()) {
      Rest base = new Rest(server.url());
      String projects = "/rest/api/latest/projects/CTX";
      assertThat(base.as("ada", "a-first-password").send("GET", projects, null).status())
          .isEqualTo(401);
      assertThat(base.as("ada", password).get(projects).get("key").asString()).isEqualTo("CTX");
    }
  }

  private static String state(PackagedServer server) {
    return new Rest(server.url()).get("/status").get("state").asString();
  }

  private static void setUp(PackagedServer server, Shell shell) {
    await().until(() -> INVITATION.matcher(server.console()).find());
    Matcher invitation = INVITATION.matcher(server.console());
    assertThat(invitation.find()).isTrue();
    String jar = shell.home().resolve("cookies").toString();
    String token = invitation.group(1);
    String page =
        shell.run("curl", "-sS", "-c", jar, "-b", jar, server.url() + "/setup?token=" + token);
    Matcher guard = GUARD.matcher(page);
    assertThat(guard.find()).as(page).isTrue();
    String response =
        shell.run(
            "curl",
            "-sS",
            "-c",
            jar,
            "-b",
            jar,
            "-o",
            "/dev/null",
            "-w",
            "%{http_code}",
            "--data-urlencode",
            "_csrf=" + guard.group(1),
            "--data-urlencode",
            "token=" + token,
            "--data-urlencode",
            "displayName=Tools",
            "--data-urlencode",
            "baseUrl=" + server.url(),
            "--data-urlencode",
            "username=ada",
            "--data-urlencode",
            "fullName=Ada",
            "--data-urlencode",
            "emailAddress=ada@example.org",
            "--data-urlencode",
            "password=a-first-password",
            "--data-urlencode",
            "passwordConfirm=a-first-password",
            server.url() + "/setup");
    assertThat(response).isEqualTo("302");
  }

  private static String resetPassword(Path home) throws IOException, InterruptedException {
    Process process =
        Launcher.command(List.of("admin", "reset-password", "ada", "--home", home.toString()))
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    Matcher password = PASSWORD.matcher(out);
    assertThat(password.find()).as(out).isTrue();
    return password.group(1);
  }
}
