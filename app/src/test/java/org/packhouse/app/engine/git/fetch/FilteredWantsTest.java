package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;

/** Blobs that are wanted by themselves beside their trees, of which a filter lets some through. */
class FilteredWantsTest {

  private static final int PAIRS = 8;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void comeAsGitSendsThem(int version) {
    TestingServer server = TestingServer.shared();
    Repository repository = TestingProjects.in(server).repository();
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    for (int i = 0; i < PAIRS; i++) {
      work.commit("d" + i + "/f", "content " + i);
      // By their names the blobs are wanted before their trees; by their ids some would be after.
      work.git("tag", "blob" + i, "HEAD:d" + i + "/f");
      work.git("tag", "tree" + i, "HEAD:d" + i);
    }
    work.git("push", "--quiet", "--all", server.cloneUrl(repository));
    work.git("push", "--quiet", "--tags", server.cloneUrl(repository));
    work.git("config", "uploadpack.allowFilter", "true");
    List<String> expected = objects(version, "file://" + work.directory(), "git");
    assertThat(expected).filteredOn(it -> it.contains("blob")).hasSize(PAIRS);
    assertThat(objects(version, server.cloneUrl(repository), "server")).isEqualTo(expected);
    assertThat(objects(version, server.cloneUrl(repository), "again")).isEqualTo(expected);
  }

  /** The objects of a clone without blobs. */
  private List<String> objects(int version, String url, String name) {
    GitFixture clone = GitFixture.bare(directory.resolve(name));
    clone.git("config", "protocol.version", Integer.toString(version));
    clone.git("remote", "add", "origin", url);
    clone.git("config", "remote.origin.promisor", "true");
    clone.git("fetch", "--quiet", "--filter=blob:none", "origin", "refs/*:refs/*");
    List<String> objects =
        new ArrayList<>(
            clone.git("cat-file", "--batch-all-objects", "--batch-check").lines().toList());
    objects.sort(null);
    return objects;
  }
}
