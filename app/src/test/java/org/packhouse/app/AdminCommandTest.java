package org.packhouse.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.upkeep.housekeeping.RepositoryDamage;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

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
    // A server may have this file open, so the command adds to it and never rolls it.
    assertThat(home.resolve("log/audit.log")).content().contains("command line", user.name());
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
    assertThat(run("admin", "verify", "two", "repositories")).isEqualTo(2);
    assertThat(run("admin")).isEqualTo(2);
  }

  @Test
  void verifiesARepositoryBesideARunningServerAndTellsOfOneThatLacksAnObject() throws IOException {
    Repository repository = TestingProjects.in(server).repository();
    String place = repository.project().key() + "/" + repository.slug();
    home = server.home();
    assertThat(run("admin", "verify", place)).as(err.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Looked at 1 repositories: all are");

    Path directory = server.get(RepositoryStorage.class).directory(repository.id());
    Path broken = directory.resolve("refs/heads/broken");
    Files.writeString(broken, "1".repeat(40) + "\n");
    assertThat(run("admin", "verify", place.toLowerCase(Locale.ROOT))).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains(place + " (repository " + repository.id() + "): fatal: bad object 1111")
        .contains("1 need objects that are not there, 0 could not be looked at");
    assertThat(server.get(RepositoryDamage.class).list())
        .anyMatch(damaged -> damaged.repositoryId() == repository.id());

    Files.delete(broken);
    assertThat(run("admin", "verify", place)).isZero();
    assertThat(server.get(RepositoryDamage.class).list())
        .noneMatch(damaged -> damaged.repositoryId() == repository.id());
  }

  @Test
  void tellsOfARefThatTheDatabaseHasElsewhere() throws IOException {
    Repository repository = TestingProjects.in(server).repository();
    String place = repository.project().key() + "/" + repository.slug();
    home = server.home();
    GitFixture work = GitFixture.workTree(home.resolve("tmp").resolve(repository.slug()));
    String first = work.commit("file", "first");
    work.git("push", "--quiet", server.cloneUrl(repository), "main");
    String second = work.commit("file", "second");
    work.git("push", "--quiet", server.cloneUrl(repository), "main");
    assertThat(run("admin", "verify", place)).as(out.toString(StandardCharsets.UTF_8)).isZero();
    // The server has read the refs at this version, so it derives none from the row that changes.
    assertThat(work.git("ls-remote", server.cloneUrl(repository))).contains(second);
    // In the database: what changes on disk the server itself would find and write down.
    int changed =
        server
            .get(JdbcClient.class)
            .sql("update ref_move set new_value = ? where repository_id = ? and new_value = ?")
            .params(first, repository.id(), second)
            .update();
    assertThat(changed).isEqualTo(1);
    assertThat(run("admin", "verify", place)).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("refs/heads/main is %s on disk and %s in the database".formatted(second, first))
        .contains("1 have other refs on disk than in the database");
  }

  @Test
  void readsEveryObject() throws IOException {
    Repository repository = TestingProjects.in(server).repository();
    String place = repository.project().key() + "/" + repository.slug();
    home = server.home();
    GitFixture work = GitFixture.workTree(home.resolve("tmp").resolve(repository.slug()));
    work.commit("file", "content ".repeat(100));
    work.git("push", "--quiet", server.cloneUrl(repository), "main");
    Path packs =
        server.get(RepositoryStorage.class).directory(repository.id()).resolve("objects/pack");
    Path pack;
    try (Stream<Path> files = Files.list(packs)) {
      pack = files.filter(it -> it.toString().endsWith(".pack")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(pack);
    bytes[bytes.length - 25] ^= 1;
    Files.delete(pack);
    Files.write(pack, bytes);
    assertThat(run("admin", "verify", place)).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("error: ");
  }

  @Test
  void namesTheRepositoryThatIsNotThere() {
    assertThat(run("admin", "verify", "NOT/there")).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("There is no repository 'NOT/there'.");
  }

  private int run(String... words) {
    String url = server.get(Environment.class).getRequiredProperty("jdbc.url");
    return AdminCommand.run(
        Stream.concat(
                Stream.of(words),
                Stream.of(
                    "--packhouse.home=" + home,
                    "--jdbc.url=" + url,
                    "--jdbc.user=postgres",
                    "--jdbc.password="))
            .toArray(String[]::new),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }
}
