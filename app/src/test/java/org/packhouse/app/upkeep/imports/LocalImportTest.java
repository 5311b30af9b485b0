package org.packhouse.app.upkeep.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.upkeep.imports.transfer.ImportMessages;

class LocalImportTest {

  private final TestingServer server = TestingServer.shared();
  private final ImportKit kit = new ImportKit(server);
  private final String name = TestingProjects.name("source");
  @TempDir private Path directory;
  private Path source;

  @BeforeEach
  void makeRoot() throws IOException {
    Files.createDirectories(kit.root());
    source = kit.root().resolve(name + ".git");
  }

  @Test
  void linksPacksAndTakesNothingButObjectsAndRefs() throws IOException {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("a.txt", "one\n");
    work.git("branch", "-m", "trunk");
    work.git("tag", "-a", "-m", "A tag", "v1");
    work.git("clone", "--quiet", "--bare", ".", source.toString());
    GitFixture bare = GitFixture.in(source);
    bare.git("repack", "-a", "-d", "-q");
    Path pack = packs(source).getFirst();
    bare.git("config", "core.hooksPath", "hooks");
    bare.git("config", "core.fsmonitor", "touch " + directory.resolve("pwned"));
    Files.writeString(source.resolve("hooks/post-update"), "#!/bin/sh\n");
    work.commit("b.txt", "two\n");
    work.git("push", "--quiet", source.toString(), "trunk", "HEAD:refs/heads/topic");
    work.git("push", "--quiet", source.toString(), "HEAD:refs/pull/1/head");

    TestingRest.Response done = run();
    assertThat(done.at("/state")).describedAs(done.response().body()).isEqualTo("DONE");
    GitFixture copy = kit.directory(name);
    assertThat(copy.git("for-each-ref", "--format=%(refname) %(objectname)"))
        .isEqualTo(
            bare.git(
                "for-each-ref", "--format=%(refname) %(objectname)", "refs/heads", "refs/tags"));
    assertThat(copy.git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/trunk");
    assertThat(copy.git("fsck", "--full", "--strict")).isEmpty();
    assertThat(copy.git("count-objects", "-v")).contains("count: 0");
    assertThat(copy.directory().resolve("hooks")).doesNotExist();
    assertThat(copy.directory().resolve("objects/info/alternates")).doesNotExist();
    assertThat(Files.readString(copy.directory().resolve("config"))).doesNotContain("fsmonitor");
    assertThat(directory.resolve("pwned")).doesNotExist();
    assertThat(packs(copy.directory()))
        .anyMatch(ours -> inode(ours).equals(inode(pack)))
        .allMatch(ours -> ours.getFileName().toString().startsWith("pack-"));
  }

  @Test
  void refusesWhatLiesOutsideTheRootAndWhoeverIsNoSystemAdministrator() throws IOException {
    GitFixture.bare(directory.resolve("outside.git"));
    Files.createSymbolicLink(source, directory.resolve("outside.git"));
    String home = server.home().toAbsolutePath().toString();
    for (String path :
        List.of(
            directory.resolve("outside.git").toString(),
            source.toString(),
            name + ".git",
            "../shared/repositories",
            home,
            home + "/shared",
            "no-such-directory",
            "\0",
            "")) {
      TestingRest.Response refused = start(path);
      assertThat(refused.status()).describedAs(path).isEqualTo(400);
      assertThat(refused.at("/errors/0/context")).isEqualTo("path");
    }
    TestingPeople people = TestingPeople.of(server);
    String owner = TestingPeople.uniqueName("owner");
    people.grant(
        people.createUser(owner, "password-of-owner"),
        new ProjectId(kit.project.id()),
        Permission.PROJECT_ADMIN);
    assertThat(
            TestingRest.user(server, owner, "password-of-owner")
                .post(
                    ImportKit.OWN + "projects/" + kit.project.key() + "/import",
                    "{'name': 'x', 'path': '%s.git'}".formatted(name))
                .status())
        .isEqualTo(401);
  }

  @Test
  void ticksTheStepOfANewServerOff() {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("a.txt", "one\n");
    work.git("clone", "--quiet", "--bare", ".", source.toString());
    assertThat(run().at("/state")).isEqualTo("DONE");
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      String page = browser.get("/getting-started").body();
      assertThat(page.substring(page.indexOf("Import from another server"))).contains(">Done.<");
    }
  }

  @Test
  void doesNotFollowAlternates() throws IOException {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("a.txt", "one\n");
    work.git("clone", "--quiet", "--bare", "--shared", ".", source.toString());
    TestingRest.Response failed = run();
    assertThat(failed.at("/problem/code")).isEqualTo("INCOMPLETE");
    assertThat(failed.at("/problem/message")).contains("objects/info/alternates");
  }

  @Test
  void refusesObjectsThatNoPushMayBring() throws IOException {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("a.txt", "one\n");
    Path message = Files.writeString(directory.resolve("message"), "m".repeat(2 << 20));
    work.git("commit", "--quiet", "--allow-empty", "-F", message.toString());
    String commit = work.git("rev-parse", "HEAD");
    work.git("clone", "--quiet", "--bare", ".", source.toString());
    TestingRest.Response failed = run();
    assertThat(failed.at("/problem/code")).isEqualTo("TOO_LARGE");
    assertThat(failed.at("/problem/message"))
        .contains("the commit " + commit, "at most 1048576 are taken");
  }

  @Test
  void refusesFormatsThatItDoesNotKnow() {
    GitFixture.workTree(directory.resolve("work"))
        .git("init", "--quiet", "--bare", "--object-format=sha256", source.toString());
    TestingRest.Response failed = run();
    assertThat(failed.at("/problem/code")).isEqualTo("FORMAT");
    assertThat(failed.at("/problem/message")).isEqualTo(ImportMessages.SHA_256);
  }

  @Test
  void refusesAPackWithAFlippedBit() throws IOException {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("a.txt", "some text\n".repeat(100));
    work.git("clone", "--quiet", "--bare", "--no-local", ".", source.toString());
    GitFixture.in(source).git("repack", "-a", "-d", "-q");
    Path pack = packs(source).getFirst();
    byte[] bytes = Files.readAllBytes(pack);
    bytes[bytes.length / 2] ^= 1;
    Files.delete(pack);
    Files.write(pack, bytes);
    assertThat(run().at("/problem/code")).isIn("BROKEN", "INCOMPLETE");
    assertThat(packs(kit.directory(name).directory())).isEmpty();
  }

  @Test
  void refusesObjectsThatAPushCouldNotBring() {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("a.txt", "one\n");
    String blob = work.git("rev-parse", "HEAD:a.txt");
    byte[] entry =
        ("100644 blob " + blob + "\t.git\n").getBytes(java.nio.charset.StandardCharsets.UTF_8);
    String tree = work.execute(List.of("git", "mktree"), entry).output().strip();
    String commit = work.git("commit-tree", "-m", "Evil", tree);
    work.git("update-ref", "refs/heads/evil", commit);
    work.git("clone", "--quiet", "--bare", "--no-local", ".", source.toString());
    TestingRest.Response failed = run();
    assertThat(failed.at("/problem/code")).isEqualTo("BROKEN");
    assertThat(failed.at("/problem/message")).contains("hasDotgit");
  }

  @Test
  void leavesOutRefsThatAPushCouldNotMakeAndSaysSo() throws IOException {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("a.txt", "one\n");
    work.git("clone", "--quiet", "--bare", ".", source.toString());
    GitFixture bare = GitFixture.in(source);
    bare.git("update-ref", "refs/tags/-x", "refs/heads/main");
    TestingRest.Response done = run();
    assertThat(done.at("/state")).isEqualTo("DONE");
    assertThat(done.at("/message")).contains("refs/tags/-x");
  }

  @Test
  void importsAnEmptyRepository() {
    GitFixture.bare(source).git("symbolic-ref", "HEAD", "refs/heads/begin");
    TestingRest.Response done = run();
    assertThat(done.at("/state")).describedAs(done.response().body()).isEqualTo("DONE");
    assertThat(kit.directory(name).git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/begin");
  }

  private TestingRest.Response start(String path) {
    return kit.start("{'name': '%s', 'path': '%s'}".formatted(name, path.replace("\0", "\\u0000")));
  }

  private TestingRest.Response run() {
    return kit.run(name, "{'name': '%s', 'path': '%s.git'}".formatted(name, name));
  }

  private static List<Path> packs(Path repository) throws IOException {
    try (Stream<Path> files = Files.list(repository.resolve("objects/pack"))) {
      return files.filter(file -> file.toString().endsWith(".pack")).toList();
    }
  }

  private static Object inode(Path file) {
    try {
      return Files.getAttribute(file, "unix:ino");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
