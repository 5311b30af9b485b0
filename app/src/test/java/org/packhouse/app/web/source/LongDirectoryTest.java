package org.packhouse.app.web.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRepository;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** A directory with more entries than a page shows, whose entries changed long ago. */
class LongDirectoryTest {

  private static final int ENTRIES = 2001;
  private static final int COMMITS = 2100;
  private static final Pattern ADDRESS = Pattern.compile("hx-get=\"([^\"]*)\"");

  private final TestingServer server = TestingServer.shared();
  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void isShownInPiecesAndAsksAgainForLastChangesOfABranch(@TempDir Path directory)
      throws Exception {
    Repository repository = TestingProjects.in(server).publicRepository();
    push(repository, directory);

    String page = get(Links.to(repository) + "/browse?at=refs%2Fheads%2Fnext");

    String tree = tag(page, "<ul class=\"tree\" id=\"tree\"");
    assertThat(tree).contains("hx-trigger=\"load delay:2s\"");
    String again = address(tree);
    await().until(() -> !tag(get(again), "<ul class=\"tree\" id=\"tree\"").contains("hx-get"));
    assertThat(get(again)).contains("0000.txt", "0299.txt", "First").doesNotContain("0300.txt");
    String more = address(page.substring(page.indexOf("tree-more")));
    assertThat(get(more)).contains("0300.txt", "0599.txt").doesNotContain("0299.txt", "0600.txt");
    String last = Links.to(repository) + "/browse?at=refs%2Fheads%2Fnext&start=2000";
    assertThat(get(last)).contains("2000.txt").doesNotContain("1999.txt", "tree-more");

    assertThat(page).contains("id=\"tree-filter\"");
    String found = get(Links.to(repository) + "/browse?filter=00.TX");
    assertThat(found).contains("0100.txt", "2000.txt").doesNotContain("0101.txt", "tree-more");
    assertThat(get(Links.to(repository) + "/browse?filter=nothing"))
        .contains("Nothing here has this in its name.");
  }

  @Test
  void namesStandInNaturalOrderFromPieceToPiece(@TempDir Path directory) throws Exception {
    Repository repository = TestingProjects.in(server).publicRepository();
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    IntStream.range(0, 400).forEach(it -> git.write("file" + it, "same"));
    git.commitAll("Many");
    git.git("push", "-q", server.cloneUrl(repository), "main");
    String page = get(Links.to(repository) + "/browse");
    assertThat(page).contains(">file2<", ">file299<").doesNotContain(">file300<");
    assertThat(get(address(page.substring(page.indexOf("tree-more")))))
        .contains(">file300<", ">file399<")
        .doesNotContain(">file2<");
  }

  private void push(Repository repository, Path directory) throws Exception {
    TestingRepository local = TestingRepository.create(directory.resolve("local"));
    ObjectId first =
        local.commit(
            "First",
            List.of(),
            IntStream.range(0, ENTRIES)
                .mapToObj(it -> TestingRepository.file("%04d.txt".formatted(it), "same"))
                .toArray(TestingRepository.File[]::new));
    ObjectId tree = local.git().parseCommit(first).getTree();
    ObjectId last = first;
    for (int i = 0; i < COMMITS; i++) {
      last = local.commit("Nothing " + i, List.of(last), tree);
    }
    GitFixture.in(local.git().getDirectory().toPath())
        .git(
            "push",
            "-q",
            server.get(RepositoryStorage.class).directory(repository.id()).toString(),
            first.name() + ":refs/heads/main",
            last.name() + ":refs/heads/next");
  }

  private static String tag(String page, String start) {
    int begin = page.indexOf(start);
    return page.substring(begin, page.indexOf('>', begin));
  }

  private static String address(String html) {
    Matcher found = ADDRESS.matcher(html);
    assertThat(found.find()).as(html).isTrue();
    return found.group(1).replace("&amp;", "&");
  }

  private String get(String path) throws Exception {
    return client
        .send(
            HttpRequest.newBuilder(URI.create(server.httpUrl() + path)).build(),
            BodyHandlers.ofString())
        .body();
  }
}
