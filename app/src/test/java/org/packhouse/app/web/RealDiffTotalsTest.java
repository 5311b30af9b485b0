package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The totals that pages of commits show, beside those of native git on real histories. They are
 * bundles in the directory {@code shared/data} beside the project, or where the system property
 * {@code packhouse.bundles} says; without them the test is skipped.
 */
@Tag("full")
@Tag("source")
class RealDiffTotalsTest {

  private static final Logger LOG = LoggerFactory.getLogger(RealDiffTotalsTest.class);

  private static final int COMMITS = 200;
  private static final String EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
  private static final Pattern SHOWN =
      Pattern.compile(
          "<b>([\\d,]+) files? changed</b>, <span class=\"plus\">\\+([\\d,]+)</span> <span class=\"minus\">−([\\d,]+)</span>");
  private static final Pattern COUNTED =
      Pattern.compile(
          " (\\d+) files? changed(?:, (\\d+) insertions?\\(\\+\\))?(?:, (\\d+) deletions?\\(-\\))?\\s*");

  /** Lines may be found in several ways: plain git's way differs on a few commits from ours. */
  private static final int MAX_FOUND_OTHERWISE = 10;

  @ParameterizedTest
  @ValueSource(strings = {"airlift", "reactor-netty"})
  void pagesCountWhatGitCounts(String name, @TempDir Path directory) {
    Path bundle =
        Path.of(System.getProperty("packhouse.bundles", "../../shared/data"))
            .resolve(name + ".bundle")
            .toAbsolutePath();
    assumeTrue(Files.exists(bundle));
    GitFixture.in(directory).git("clone", "--quiet", "--mirror", bundle.toString(), "source.git");
    GitFixture git = GitFixture.in(directory.resolve("source.git"));
    TestingServer server = TestingServer.shared();
    Repository repository = TestingProjects.in(server).publicRepository();
    git.git("push", "--quiet", server.cloneUrl(repository), "refs/heads/*:refs/heads/*");
    List<String> different = new ArrayList<>();
    List<String> foundOtherwise = new ArrayList<>();
    try (TestingBrowser browser = TestingBrowser.anonymous(server)) {
      for (String commit : commits(git)) {
        String page = browser.get(Links.to(repository) + "/commits/" + commit).body();
        String ours = totals(SHOWN.matcher(page));
        if (!ours.equals(counted(git, commit, "histogram"))) {
          different.add(commit + " has " + ours);
        }
        if (!ours.equals(counted(git, commit, "default"))) {
          foundOtherwise.add(commit);
        }
      }
    }
    LOG.info("{}: of {} plain git finds other lines in {}", name, COMMITS, foundOtherwise);
    assertThat(different).isEmpty();
    assertThat(foundOtherwise).hasSizeLessThanOrEqualTo(MAX_FOUND_OTHERWISE);
  }

  private static List<String> commits(GitFixture git) {
    List<String> all = git.git("rev-list", "--branches").lines().toList();
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < COMMITS; i++) {
      chosen.add(all.get((int) ((long) i * (all.size() - 1) / (COMMITS - 1))));
    }
    return chosen;
  }

  private static String counted(GitFixture git, String commit, String algorithm) {
    boolean root = git.run("rev-parse", "--verify", "--quiet", commit + "^").exitCode() != 0;
    GitFixture.Result counted =
        git.run(
            "diff",
            "--shortstat",
            "--diff-algorithm=" + algorithm,
            root ? EMPTY_TREE : commit + "^",
            commit);
    return totals(COUNTED.matcher(counted.output()));
  }

  /** Files, new lines and lines that are gone; empty: nothing differs. */
  private static String totals(Matcher found) {
    return found.find() && !found.group(1).equals("0")
        ? "%s +%s -%s".formatted(number(found, 1), number(found, 2), number(found, 3))
        : "";
  }

  private static String number(Matcher found, int group) {
    String text = found.group(group);
    return text == null ? "0" : text.replace(",", "");
  }
}
