package org.packhouse.app.upkeep.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

class RemoteImportTest {

  private final TestingServer server = TestingServer.shared();
  private final ImportKit kit = new ImportKit(server);
  @TempDir private Path directory;

  @Test
  void bringsBranchesTagsNotesAndTheDefaultBranch() {
    Repository source = TestingProjects.in(server).publicRepository();
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("a.txt", "one\n");
    work.git("branch", "-m", "trunk");
    work.git("branch", "topic");
    work.git("tag", "light");
    work.git("tag", "-a", "-m", "A tag", "heavy");
    work.git("notes", "add", "-m", "A note");
    work.git("update-ref", "refs/other/thing", "HEAD");
    push(work, source, "refs/heads/trunk:refs/heads/trunk", "refs/tags/*:refs/tags/*");
    push(work, source, "refs/heads/*:refs/heads/*", "refs/tags/*:refs/tags/*");
    push(work, source, "refs/notes/*:refs/notes/*", "refs/other/*:refs/other/*");
    TestingRest.Response done =
        kit.run("copy", "{'name': 'copy', 'url': '%s'}".formatted(kit.url(source)));
    assertThat(done.at("/state")).describedAs(done.response().body()).isEqualTo("DONE");
    assertThat(done.at("/repository/state")).isEqualTo("AVAILABLE");
    assertThat(done.at("/repository/defaultBranch")).isEqualTo("trunk");
    GitFixture copy = kit.directory("copy");
    assertThat(copy.git("for-each-ref", "--format=%(refname) %(objectname)"))
        .isEqualTo(
            work.git(
                "for-each-ref",
                "--format=%(refname) %(objectname)",
                "refs/heads",
                "refs/notes",
                "refs/tags"));
    assertThat(copy.git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/trunk");
    assertThat(copy.git("fsck", "--full", "--strict")).isEmpty();
    String clone =
        kit.url(kit.repository("copy"))
            .replace("//", "//admin:" + TestingServer.ADMIN_PASSWORD + "@");
    GitFixture.in(directory).git("clone", "--quiet", clone, "clone");
    assertThat(GitFixture.in(directory.resolve("clone")).git("rev-parse", "HEAD"))
        .isEqualTo(work.git("rev-parse", "HEAD"));
  }

  private void push(GitFixture work, Repository target, String... refs) {
    String url = kit.url(target).replace("//", "//admin:" + TestingServer.ADMIN_PASSWORD + "@");
    work.git("push", "--quiet", url, refs[0], refs[1]);
  }
}
