package org.packhouse.app.source.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import tools.jackson.databind.JsonNode;

/**
 * Logs, diffs and patches of real histories beside those of native git, if their bundles lie in
 * {@code shared/data} beside the project, or where the system property {@code packhouse.bundles}
 * says.
 */
class GitAgreementTest {

  private static final double LEAST = 0.995;
  private static final List<String> DIFF =
      List.of("diff", "--histogram", "--no-indent-heuristic", "-M", "--full-index");
  private static final String EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

  private static final TestingServer SERVER =
      TestingServer.builder()
          .with("page.max.diff.lines", "2000000")
          .with("page.max.diff.files", "10000")
          .with("diff.max-line-length", "1000000")
          .start();

  @TempDir Path directory;
  private final Repository repository = TestingProjects.in(SERVER).repository();
  private final String path =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();
  private final GitFixture git =
      GitFixture.in(SERVER.get(RepositoryStorage.class).directory(repository.id()));
  private int files;
  private final List<String> different = new ArrayList<>();

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @Test
  void agreesOnAFewCommits() {
    take("airlift");
    compareDiffs(commits(12));
    comparePatches(commits(6));
    compareLogs();
  }

  @Tag("full")
  @Tag("source")
  @ParameterizedTest
  @ValueSource(strings = {"airlift", "reactor-netty"})
  void agreesOnTwoHundredCommits(String name) {
    take(name);
    List<String> commits = commits(200);
    assertThat(commits).hasSize(200);
    compareDiffs(commits);
    comparePatches(commits);
    compareLogs();
  }

  private void take(String name) {
    Path bundle =
        Path.of(System.getProperty("packhouse.bundles", "../../shared/data"))
            .resolve(name + ".bundle")
            .toAbsolutePath()
            .normalize();
    assumeTrue(Files.exists(bundle), bundle + " is not there");
    git.git(
        "fetch",
        "--quiet",
        bundle.toString(),
        "+refs/heads/*:refs/heads/*",
        "+refs/tags/*:refs/tags/*");
  }

  private List<String> commits(int count) {
    List<String> all = git.git("rev-list", "--branches").lines().toList();
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chosen.add(all.get((int) ((long) i * (all.size() - 1) / (count - 1))));
    }
    return chosen;
  }

  private void compareDiffs(List<String> commits) {
    for (String commit : commits) {
      Map<String, NativeDiff.File> theirs = NativeDiff.parse(nativeDiff(commit));
      JsonNode diff = get("/commits/" + commit + "/diff?contextLines=3").json();
      assertThat(diff.at("/truncated").asBoolean()).isFalse();
      int shown = 0;
      for (JsonNode file : diff.at("/diffs")) {
        NativeDiff.File ours = NativeDiff.ofJson(file);
        NativeDiff.File other = theirs.get(ours.path());
        shown++;
        files++;
        if (!ours.equals(other)) {
          different.add(commit + " " + ours.path());
        }
      }
      if (shown != theirs.size()) {
        different.add("%s has %d files, not %d".formatted(commit, theirs.size(), shown));
      }
    }
    assertThat(files).isGreaterThanOrEqualTo(commits.size());
    assertThat(1 - (double) different.size() / files)
        .as("equal of %d files; different: %s", files, different)
        .isGreaterThanOrEqualTo(LEAST);
  }

  private String nativeDiff(String commit) {
    List<String> arguments = new ArrayList<>(DIFF);
    boolean root = git.run("rev-parse", "--verify", "--quiet", commit + "^").exitCode() != 0;
    arguments.add(root ? EMPTY_TREE : commit + "^");
    arguments.add(commit);
    return git.run(arguments.toArray(String[]::new)).output();
  }

  private void comparePatches(List<String> commits) {
    git.with("GIT_INDEX_FILE", directory.resolve("index").toString());
    for (String commit : commits) {
      List<String> parents = List.of(git.git("log", "-1", "--format=%P", commit).split(" "));
      if (parents.size() == 1) {
        String patch = get("/patch?until=" + commit).response().body();
        git.git("read-tree", parents.getFirst().isEmpty() ? EMPTY_TREE : parents.getFirst());
        GitFixture.Result applied =
            git.execute(
                List.of("git", "apply", "--cached", "--whitespace=nowarn", "-"),
                patch.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(applied.exitCode()).as("%s: %s", commit, applied.errors()).isZero();
        assertThat(git.git("write-tree"))
            .as(commit)
            .isEqualTo(git.git("rev-parse", commit + "^{tree}"));
      }
    }
  }

  private void compareLogs() {
    String branch =
        git.git(
            "for-each-ref",
            "--count=1",
            "--sort=-committerdate",
            "--format=%(refname)",
            "refs/heads");
    String at = branch.replace("/", "%2F");
    assertThat(log("/commits?limit=1000&until=" + at))
        .isEqualTo(git.git("log", "-1000", "--format=%H", branch).lines().toList());
    for (String file : git.git("ls-tree", "-r", "--name-only", branch).lines().limit(8).toList()) {
      assertThat(log("/commits?limit=1000&until=" + at + "&path=" + file))
          .as(file)
          .isEqualTo(git.git("log", "-1000", "--format=%H", branch, "--", file).lines().toList());
    }
  }

  private List<String> log(String call) {
    List<String> ids = new ArrayList<>();
    get(call).json().at("/values").forEach(value -> ids.add(value.at("/id").asString()));
    return ids;
  }

  private Response get(String call) {
    Response response = TestingRest.admin(SERVER).get(path + call);
    assertThat(response.status()).as(call).isEqualTo(200);
    return response;
  }
}
