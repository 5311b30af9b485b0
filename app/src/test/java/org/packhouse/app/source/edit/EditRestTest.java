package org.packhouse.app.source.edit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.source.edit.Multipart.Response;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

class EditRestTest {

  private static final String PASSWORD = "a-password-of-tests";

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).repository();

  @TempDir Path directory;
  private int clones;

  /** A clone that git itself has looked through. */
  private GitFixture cloned() {
    Path target = directory.resolve("clone" + clones++);
    GitFixture.in(directory).git("clone", "-q", server.cloneUrl(repository), target.toString());
    GitFixture git = GitFixture.in(target);
    assertThat(git.run("fsck", "--strict", "--full").errors()).doesNotContain("error");
    return git;
  }

  private String push() {
    GitFixture git = GitFixture.workTree(directory.resolve("work" + clones++));
    git.write("README.md", "one\n").write("src/deep/a.txt", "a\n").write("run.sh", "#!/bin/sh\n");
    git.git("update-index", "--add", "--cacheinfo", "160000," + "1".repeat(40) + ",sub");
    git.git("add", "--chmod=+x", "run.sh");
    git.execute(List.of("ln", "-s", "README.md", "link"), new byte[0]);
    git.git("add", "README.md", "src", "link");
    git.git("commit", "-q", "-m", "Begin");
    git.git("push", "-q", server.cloneUrl(repository), "main");
    return git.git("rev-parse", "HEAD");
  }

  private Response put(String path, Multipart form) {
    return form.put(server, repository, path);
  }

  private static Multipart form(String content) {
    return Multipart.form().field("content", content);
  }

  @Test
  void beginsAnEmptyRepositoryWithAFile() {
    Response response =
        put(
            "docs/first.md",
            form("Hello\n").field("message", "Begin\r\n\r\nBody").field("branch", "trunk"));
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    GitFixture git = cloned();
    assertThat(git.git("rev-parse", "HEAD")).isEqualTo(response.id());
    assertThat(git.git("branch", "--show-current")).isEqualTo("trunk");
    assertThat(git.git("log", "-1", "--format=%B|%an|%P").replace("\n", "/"))
        .startsWith("Begin//Body")
        .endsWith("|");
    assertThat(git.directory().resolve("docs/first.md")).hasContent("Hello\n");
    assertThat(response.json().at("/message").asString()).isEqualTo("Begin\n\nBody");
    assertThat(response.json().at("/parents")).isEmpty();
    assertThat(response.json().at("/authorTimestamp").asLong()).isPositive();
  }

  @Test
  void keepsEveryByteAndTheModeOfAFile() throws IOException {
    String before = push();
    byte[] content = "#!/bin/sh\r\necho caf\u00e9\0\r\n".getBytes(ISO_8859_1);
    Multipart form =
        Multipart.form()
            .file("content", content)
            .file("message", "Say it".getBytes(UTF_8))
            .file("branch", "main".getBytes(UTF_8))
            .file("sourceCommitId", before.getBytes(UTF_8));
    Response response = put("run.sh", form);
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    GitFixture git = cloned();
    assertThat(Files.readAllBytes(git.directory().resolve("run.sh"))).isEqualTo(content);
    assertThat(git.git("diff-tree", "-r", "--name-status", before, "HEAD")).isEqualTo("M\trun.sh");
    assertThat(git.git("ls-tree", "HEAD", "run.sh")).startsWith("100755");
    assertThat(git.git("log", "-1", "--format=%s %P")).isEqualTo("Say it " + before);
  }

  @Test
  void namesTheUserAsAuthor() {
    TestingPeople people = TestingPeople.of(server);
    User user = people.createUser(TestingProjects.name("edith"), PASSWORD);
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    Response response = put("a", form("a").as(user.name(), PASSWORD));
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    assertThat(cloned().git("log", "-1", "--format=%an <%ae> %cn <%ce>"))
        .isEqualTo(
            "%1$s <%2$s> %1$s <%2$s>"
                .formatted(
                    user.displayName(), user.emailAddress() == null ? "" : user.emailAddress()));
  }

  @Test
  void makesABranchForTheCommit() {
    String before = push();
    Response response =
        put("src/deep/b.txt", form("b").field("branch", "topic/b").field("sourceBranch", "main"));
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    GitFixture git = cloned();
    assertThat(git.git("rev-parse", "origin/topic/b", "origin/main"))
        .isEqualTo(response.id() + "\n" + before);
    assertThat(git.git("rev-parse", "origin/topic/b^")).isEqualTo(before);

    Response again = put("c", form("c").field("branch", "topic/b").field("sourceBranch", "main"));
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.exception()).isEqualTo("DuplicateRefException");
    Response below = put("c", form("c").field("branch", "topic").field("sourceBranch", "main"));
    assertThat(below.status()).isEqualTo(409);
    assertThat(put("c", form("c").field("branch", "main").field("sourceBranch", "main")).status())
        .isEqualTo(200);
  }

  @Test
  void refusesBranchesThatAreNotThere() {
    push();
    Response unknown = put("c", form("c").field("branch", "nowhere"));
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.exception()).isEqualTo("NoSuchBranchException");
    Response start = put("c", form("c").field("branch", "x").field("sourceBranch", "nowhere"));
    assertThat(start.status()).isEqualTo(404);
    for (String name : List.of("a..b", "-x", "refs/tags/v1", "x.lock", "a b", "x".repeat(300))) {
      Response bad = put("c", form("c").field("branch", name).field("sourceBranch", "main"));
      assertThat(bad.status()).as(name).isEqualTo(400);
      assertThat(bad.json().at("/errors/0/context").asString()).isEqualTo("branch");
    }
  }

  @Test
  void refusesWhatItsAuthorDoesNotKnow() {
    String first = push();
    assertThat(put("README.md", form("two\n")).exception()).isEqualTo("FileAlreadyExistsException");
    Response second = put("README.md", form("two\n").field("sourceCommitId", first));
    assertThat(second.status()).as(second.text()).isEqualTo(200);
    Response stale = put("README.md", form("three\n").field("sourceCommitId", first));
    assertThat(stale.status()).isEqualTo(409);
    assertThat(stale.exception()).isEqualTo("FileOutOfDateException");
    Response same = put("README.md", form("two\n").field("sourceCommitId", second.id()));
    assertThat(same.status()).isEqualTo(409);
    assertThat(same.exception()).isEqualTo("FileContentUnmodifiedException");
    assertThat(put("run.sh", form("other\n").field("sourceCommitId", first)).status())
        .as("another file has not changed since")
        .isEqualTo(200);
    assertThat(put("README.md", form("x").field("sourceCommitId", "1".repeat(40))).status())
        .isEqualTo(404);
    assertThat(put("README.md", form("x").field("sourceCommitId", "; drop")).status())
        .isEqualTo(404);
    assertThat(put("none", form("x").field("sourceCommitId", second.id())).exception())
        .isEqualTo("NoSuchPathException");
    assertThat(cloned().git("rev-list", "--count", "HEAD")).isEqualTo("3");
  }

  @Test
  void refusesPathsThatNoFileMayHave() {
    String commit = push();
    List<String> paths =
        List.of(
            "src",
            "src/deep",
            "sub",
            "link",
            "link/x",
            "sub/x",
            "README.md/x",
            ".git/config",
            "a/.GIT/hooks/x",
            "git~1/x",
            ".git%20/x",
            ".git...",
            ".git::%24INDEX_ALLOCATION/x",
            ".g%E2%80%8Cit/config",
            "a%5C.git%5Cconfig",
            "..%2Fx",
            "a/..%2F..%2Fx",
            "a//b",
            "a%00b",
            "x%2F.git");
    for (String path : paths) {
      for (Multipart form : List.of(form("x"), form("x").field("sourceCommitId", commit))) {
        Response response = put(path, form);
        assertThat(response.status()).as(path + response.text()).isIn(400, 404);
      }
    }
    assertThat(cloned().git("rev-parse", "HEAD")).isEqualTo(commit);
  }

  @Test
  void takesOddNames() throws IOException {
    for (String path :
        List.of("a%20b;c%23.txt", "%E2%82%AC.txt", "50%25", ".github/x", "n".repeat(255))) {
      assertThat(put(path, form("x")).status()).as(path).isEqualTo(200);
    }
    assertThat(put("n".repeat(256), form("x")).status()).isEqualTo(400);
    assertThat(put("d/".repeat(2100) + "x", form("x")).status()).isEqualTo(400);
    assertThat(cloned().git("-c", "core.quotePath=false", "ls-files"))
        .contains("a b;c#.txt", "\u20ac.txt", "50%", ".github/x");
  }

  @Test
  void refusesASubmoduleThatWouldHarmAClone() {
    for (String bad :
        List.of(
            "url = --upload-pack=evil",
            "url = https://example.org/x%0aHost:evil",
            "url = ../x\n\tupdate = !evil")) {
      assertThat(
              put(".gitmodules", form("[submodule \"x\"]\n\tpath = x\n\t" + bad + "\n")).status())
          .as(bad)
          .isEqualTo(409);
    }
    String good = "[submodule \"x\"]\n\tpath = x\n\turl = https://example.org/x.git\n";
    assertThat(put(".gitmodules", form(good)).status()).isEqualTo(200);
  }

  @Test
  void refusesBodiesThatAreNoForm() {
    assertThat(
            put("a", Multipart.form().field("message", "x"))
                .json()
                .at("/errors/0/context")
                .asString())
        .isEqualTo("content");
    Response torn =
        Multipart.form()
            .put(
                server,
                repository,
                "a",
                BodyPublishers.ofString("--boundary-of-tests\r\nContent-"));
    assertThat(torn.status()).isEqualTo(400);
    Response broken =
        form("x".repeat(200_000))
            .put(
                server,
                repository,
                "a",
                BodyPublishers.ofByteArray(form("x".repeat(200_000)).bytes(), 0, 150_000));
    assertThat(broken.status()).isEqualTo(400);
    assertThat(put("a", form("x").file("message", new byte[] {(byte) 0xff})).status())
        .isEqualTo(400);
    assertThat(put("a", form("x").field("message", "y".repeat(70_000))).status()).isEqualTo(400);
    TestingRest admin = TestingRest.admin(server);
    String path =
        "projects/%s/repos/%s/browse".formatted(repository.project().key(), repository.slug());
    assertThat(admin.put(path + "/a", "{}").status()).isEqualTo(415);
    assertThat(admin.put(path, "{}").status()).isEqualTo(400);
    assertThat(admin.get(path + "?at=main").status()).isNotEqualTo(500);
  }

  @Test
  void readsNoMoreOfAnEndlessFileThanItMayHave() {
    AtomicLong sent = new AtomicLong();
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return sent.incrementAndGet() > 100L << 20 ? -1 : 'x';
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            if (sent.get() > 100L << 20) {
              return -1;
            }
            java.util.Arrays.fill(bytes, offset, offset + length, (byte) 'x');
            sent.addAndGet(length);
            return length;
          }
        };
    String head = new String(Multipart.form().field("content", "").bytes(), UTF_8);
    InputStream begin =
        new java.io.ByteArrayInputStream(head.substring(0, head.indexOf("\r\n--")).getBytes(UTF_8));
    Response response =
        Multipart.form()
            .put(
                server,
                repository,
                "large",
                BodyPublishers.ofInputStream(() -> new SequenceInputStream(begin, endless)));
    assertThat(response.status()).isEqualTo(413);
    assertThat(response.text()).contains("5242880");
  }

  @Test
  void refusesALargeFileByWhatItSaysOfItself() {
    Response response = put("large", Multipart.form().file("content", new byte[6 << 20]));
    assertThat(response.status()).isEqualTo(413);
    assertThat(put("fits", Multipart.form().file("content", new byte[5 << 20])).status())
        .isEqualTo(200);
    assertThat(cloned().directory().resolve("fits")).hasSize(5 << 20);
  }

  @Test
  void letsOneOfTwoEditsOfAFileWin() throws Exception {
    String before = push();
    List<Response> responses =
        atOnce(6, i -> put("README.md", form("edit " + i).field("sourceCommitId", before)));
    assertThat(responses).filteredOn(response -> response.status() == 200).hasSize(1);
    assertThat(responses)
        .filteredOn(response -> response.status() != 200)
        .allSatisfy(response -> {
          assertThat(response.status()).as(response.text()).isEqualTo(409);
          assertThat(response.exception()).isEqualTo("FileOutOfDateException");
        });
    assertThat(cloned().git("rev-list", "--count", "HEAD")).isEqualTo("2");
  }

  @Test
  void letsEditsOfDifferentFilesFollowEachOther() throws Exception {
    push();
    List<Response> responses = atOnce(6, i -> put("new/" + i, form("file " + i)));
    assertThat(responses).allSatisfy(response -> assertThat(response.status()).isEqualTo(200));
    GitFixture git = cloned();
    assertThat(git.git("rev-list", "--count", "HEAD")).isEqualTo("7");
    assertThat(git.git("ls-tree", "--name-only", "HEAD", "new/").lines()).hasSize(6);
  }

  private interface Edit {
    Response run(int number);
  }

  private static List<Response> atOnce(int count, Edit edit) throws Exception {
    List<Future<Response>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
      for (int i = 0; i < count; i++) {
        int number = i;
        running.add(threads.submit(() -> edit.run(number)));
      }
    }
    List<Response> responses = new ArrayList<>();
    for (Future<Response> future : running) {
      responses.add(future.get());
    }
    return responses;
  }

  @Test
  void letsReadersAndStrangersWriteNothing() {
    TestingPeople people = TestingPeople.of(server);
    User user = people.createUser(TestingProjects.name("rita"), PASSWORD);
    assertThat(put("a", form("a").as(user.name(), PASSWORD)).status()).isEqualTo(404);
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
    assertThat(put("a", form("a").as(user.name(), PASSWORD)).status()).isEqualTo(401);
  }

  @Test
  void writesNothingToAnArchivedOrFullRepository() {
    String commit = push();
    TestingRest admin = TestingRest.admin(server);
    String path = "projects/%s/repos/%s".formatted(repository.project().key(), repository.slug());
    admin.put(path, "{'archived':true}");
    Response archived = put("a", form("a"));
    assertThat(archived.status()).isEqualTo(409);
    assertThat(archived.exception()).isEqualTo("RepositoryArchivedException");
    admin.put(path, "{'archived':false}");
    assertThat(admin.put("/rest/packhouse/1.0/" + path + "/quota", "{'quotaBytes':1}").status())
        .isLessThan(300);
    Response full = put("a", form("a"));
    assertThat(full.status()).as(full.text()).isEqualTo(409);
    assertThat(full.text()).contains("quota exceeded");
    assertThat(cloned().git("rev-parse", "HEAD")).isEqualTo(commit);
  }
}
