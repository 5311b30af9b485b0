package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

/** Words of git itself, and of Git LFS. */
class GitWordsTest {

  @TempDir Path directory;

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String path =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();

  @Test
  void revisionsAreAsGitHasThem() {
    GitFixture git = GitFixture.workTree(directory);
    git.commit("a", "1");
    git.git("checkout", "--quiet", "-b", "side");
    git.commit("b", "2");
    git.git("checkout", "--quiet", "-b", "top", "HEAD~1");
    git.commit("c", "3");
    git.git("merge", "--quiet", "--no-ff", "-m", "both", "side");
    git.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/master");
    for (String revision :
        new String[] {"HEAD~1", "HEAD^", "HEAD^2", "HEAD^2~1", "HEAD~2", "HEAD^0", "HEAD^^"}) {
      String asked = revision.replace("HEAD", "master");
      Response found = admin.get(path + "/commits?limit=1&until=" + encoded(asked));
      assertThat(found.at("/values/0/id")).as(asked).isEqualTo(git.git("rev-parse", revision));
      assertThat(admin.get(path + "/commits/" + encoded(revision)).at("/id"))
          .as(revision)
          .isEqualTo(git.git("rev-parse", revision));
    }
    assertThat(admin.get(path + "/browse/a?at=master~1").status()).isEqualTo(200);
    for (String none : new String[] {"master~3", "master^3", "master~99999", "nothing~1", "~1"}) {
      assertThat(admin.get(path + "/browse?at=" + encoded(none)).status()).as(none).isEqualTo(404);
    }
  }

  private static String encoded(String revision) {
    return revision.replace("^", "%5E");
  }

  @Test
  void lfsHearsInItsOwnForm() {
    Response response =
        admin.sendAs(
            "POST",
            "/scm/" + repository.path() + ".git/info/lfs/objects/batch",
            "application/vnd.git-lfs+json",
            "{}");
    assertThat(response.status()).isEqualTo(501);
    assertThat(response.response().headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/vnd.git-lfs+json");
    assertThat(response.at("/message")).isEqualTo("Git LFS is not served here.");
  }
}
