package org.packhouse.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.springframework.core.env.Environment;

class AdminCommandTest {

  private final TestingServer server = TestingServer.shared();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path home;

  @Test
  void givesAUserANewPasswordBesideARunningServer() {
    User user =
        TestingPeople.of(server).createUser(TestingPeople.uniqueName("lost"), "forgotten one");
    assertThat(run("admin", "reset-password", user.name())).isZero();
    String line = out.toString(StandardCharsets.UTF_8).lines().toList().getLast();
    assertThat(line).startsWith("The new password of " + user.name() + " is ");
    String password = line.substring(line.lastIndexOf(' ') + 1);
    assertThat(TestingRest.user(server, user.name(), password).get("users").status())
        .isEqualTo(200);
    assertThat(TestingRest.user(server, user.name(), "forgotten one").get("users").status())
        .isEqualTo(401);
  }

  @Test
  void namesTheUserThatIsNotThere() {
    assertThat(run("admin", "reset-password", "nobody-at-all")).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("There is no user named 'nobody-at-all'.");
  }

  @Test
  void knowsNoOtherCommand() {
    assertThat(run("admin", "drop-everything", "please")).isEqualTo(2);
  }

  private int run(String command, String subcommand, String user) {
    String url = server.get(Environment.class).getRequiredProperty("jdbc.url");
    return AdminCommand.run(
        new String[] {
          command,
          subcommand,
          user,
          "--packhouse.home=" + home,
          "--jdbc.url=" + url,
          "--jdbc.user=postgres",
          "--jdbc.password="
        },
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }
}
