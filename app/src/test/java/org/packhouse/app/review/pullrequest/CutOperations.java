package org.packhouse.app.review.pullrequest;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.upkeep.imports.ImportKit;

/** Every operation that moves refs, to be tried while connections break. */
final class CutOperations implements AutoCloseable {

  private static final int OK = 200;
  private static final int REFUSED = 500;
  private static final int UNAVAILABLE = 503;

  /** The status of a push whose outcome the server could not tell. */
  static final int NOT_KNOWN = 0;

  private final TestingServer server;
  private final PullRequestKit kit;
  private final TestingBrowser browser;
  private final Map<String, Preparation> moving = new LinkedHashMap<>();

  CutOperations(TestingServer server, Path temporary) {
    this.server = server;
    this.kit = new PullRequestKit(temporary, server);
    this.browser = TestingBrowser.admin(server);
    pushes();
    edits();
    branches();
    heads();
    pullRequests();
    pullRequestsThatEnded();
    copies();
  }

  /**
   * An operation that can be tried once.
   *
   * @param act does it, and returns the status of its answer
   * @param done whether all that belongs to it is there
   * @param undone whether nothing of it is there
   */
  record Attempt(IntSupplier act, BooleanSupplier done, BooleanSupplier undone) {
    Attempt(IntSupplier act, BooleanSupplier done) {
      this(act, done, () -> !done.getAsBoolean());
    }
  }

  /** Makes what an operation needs. */
  @FunctionalInterface
  interface Preparation {
    Attempt prepare();
  }

  /** Those that move refs, by name. */
  Map<String, Preparation> moving() {
    return moving;
  }

  /** Prepares one of those that move refs. */
  Attempt prepare(String name) {
    return Objects.requireNonNull(moving.get(name), name).prepare();
  }

  /** The repository and its people. */
  PullRequestKit kit() {
    return kit;
  }

  @Override
  public void close() {
    browser.close();
  }

  static String name() {
    return TestingProjects.name("cut");
  }

  private boolean hasRef(String branch) {
    return !kit.ref("refs/heads/" + branch).isEmpty();
  }

  private boolean isStored(String branch, String value) {
    Response found = kit.admin.get(kit.path + "/branches?filterText=" + branch);
    return found.response().body().contains(value) && kit.ref("refs/heads/" + branch).equals(value);
  }

  private void pushes() {
    moving.put(
        "push",
        () -> {
          String branch = name();
          String commit = kit.work.commit(branch, "pushed");
          return new Attempt(
              () -> git(kit.work.run("push", "origin", commit + ":refs/heads/" + branch)),
              () -> isStored(branch, commit),
              () -> !hasRef(branch));
        });
    moving.put(
        "push of many",
        () -> {
          String prefix = name();
          String commit = kit.work.commit(prefix, "pushed");
          return new Attempt(
              () ->
                  git(
                      kit.work.run(
                          "push",
                          "--atomic",
                          "origin",
                          commit + ":refs/heads/" + prefix + "-one",
                          commit + ":refs/heads/" + prefix + "-two")),
              () -> isStored(prefix + "-one", commit) && isStored(prefix + "-two", commit),
              () -> !hasRef(prefix + "-one") && !hasRef(prefix + "-two"));
        });
    moving.put(
        "push that deletes",
        () -> {
          String branch = name();
          kit.push(branch);
          return new Attempt(
              () -> git(kit.work.run("push", "origin", ":refs/heads/" + branch)),
              () -> !hasRef(branch));
        });
  }

  private void edits() {
    moving.put(
        "edit",
        () -> {
          String file = name();
          String form =
              """
              --cut
              Content-Disposition: form-data; name="content"

              text
              --cut
              Content-Disposition: form-data; name="branch"

              main
              --cut--
              """
                  .replace("\n", "\r\n");
          return new Attempt(
              () ->
                  kit.admin
                      .sendAs(
                          "PUT",
                          kit.path + "/browse/" + file,
                          "multipart/form-data; boundary=cut",
                          form)
                      .status(),
              () ->
                  kit.admin.get(kit.path + "/browse/" + file + "?at=refs/heads/main").status()
                      == OK);
        });
  }

  private void branches() {
    moving.put(
        "branch",
        () -> {
          String branch = name();
          return new Attempt(
              () -> post(kit.path + "/branches", "{'name':'%s','startPoint':'main'}", branch),
              () -> hasRef(branch));
        });
    moving.put(
        "tag",
        () -> {
          String tag = name();
          return new Attempt(
              () -> post(kit.path + "/tags", "{'name':'%s','startPoint':'main'}", tag),
              () -> kit.admin.get(kit.path + "/tags/" + tag).status() == OK);
        });
    moving.put(
        "deletion of a branch",
        () -> {
          String branch = name();
          kit.push(branch);
          return new Attempt(
              () ->
                  kit.admin
                      .send(
                          "DELETE",
                          "/rest/branch-utils/latest/" + kit.path + "/branches",
                          "{'name':'refs/heads/%s'}".formatted(branch))
                      .status(),
              () -> !hasRef(branch));
        });
  }

  private void heads() {
    moving.put(
        "default branch",
        () -> {
          String branch = name();
          kit.push(branch);
          return new Attempt(
              () ->
                  kit.admin
                      .put(
                          kit.path + "/branches/default",
                          "{'id':'refs/heads/%s'}".formatted(branch))
                      .status(),
              () -> isDefault(branch) && symbolicHead().equals(branch),
              () -> !isDefault(branch) && !symbolicHead().equals(branch));
        });
    moving.put(
        "comment of a commit",
        () -> {
          String commit = kit.work.commit(name(), "said something of");
          kit.push(name());
          String path = kit.path + "/commits/" + commit + "/comments";
          return new Attempt(
              () -> post(path, "{'text':'%s'}", "Kept"),
              () ->
                  kit.admin.get(path + "?path=").response().body().contains("Kept")
                      || kit.admin.get(kit.path + "/commits/" + commit).at("/id").equals(commit),
              () -> true);
        });
  }

  private boolean isDefault(String branch) {
    return kit.admin.get(kit.path + "/branches/default").at("/displayId").equals(branch);
  }

  private String symbolicHead() {
    return kit.bare(kit.repository).git("symbolic-ref", "--short", "HEAD");
  }

  private void pullRequests() {
    moving.put(
        "pull request",
        () -> {
          String branch = name();
          kit.branch(branch, branch, "opened");
          return new Attempt(
              () -> kit.open(kit.admin, branch).status(), () -> hasOne(branch, "OPEN", true));
        });
    moving.put(
        "merge",
        () -> {
          long number = opened();
          int version = kit.version(number);
          return new Attempt(
              () ->
                  post(kit.of(number) + "/merge?version=" + version, "{'message':'%s'}", "Merged"),
              () -> isMerged(number),
              () -> isState(number, "OPEN") && !mainHas(number));
        });
    moving.put(
        "rebase",
        () -> {
          long number = opened();
          kit.work.commit(name(), "elsewhere");
          String branch = kit.get(number).at("/fromRef/displayId");
          String before = kit.ref("refs/heads/" + branch);
          kit.work.git("fetch", "--quiet", "origin");
          kit.work.git("reset", "--quiet", "--hard", "origin/main");
          kit.work.commit(name(), "on main");
          kit.push("main");
          return new Attempt(
              () ->
                  post(
                      "/rest/git/1.0/" + kit.of(number) + "/rebase",
                      "{'version':%s}",
                      String.valueOf(kit.version(number))),
              () -> !kit.ref("refs/heads/" + branch).equals(before));
        });
  }

  private void pullRequestsThatEnded() {
    moving.put(
        "reopening",
        () -> {
          long number = opened();
          String branch = kit.get(number).at("/fromRef/displayId");
          post(kit.of(number) + "/decline?version=" + kit.version(number), "{}", "");
          kit.work.git("fetch", "--quiet", "origin");
          kit.work.git("reset", "--quiet", "--hard", "origin/" + branch);
          String commit = kit.work.commit(name(), "more");
          kit.push(branch);
          kit.work.git("reset", "--quiet", "--hard", "origin/main");
          int version = kit.version(number);
          return new Attempt(
              () -> post(kit.of(number) + "/reopen?version=" + version, "{}", ""),
              () ->
                  isState(number, "OPEN")
                      && kit.ref("refs/pull-requests/" + number + "/from").equals(commit),
              () ->
                  isState(number, "DECLINED")
                      && !kit.ref("refs/pull-requests/" + number + "/from").equals(commit));
        });
    moving.put(
        "deletion of a pull request",
        () -> {
          long number = opened();
          int version = kit.version(number);
          return new Attempt(
              () ->
                  kit.admin
                      .send("DELETE", kit.of(number), "{'version':%d}".formatted(version))
                      .status(),
              () ->
                  kit.get(number).status() == 404
                      && kit.ref("refs/pull-requests/" + number + "/from").isEmpty(),
              () ->
                  isState(number, "OPEN")
                      && !kit.ref("refs/pull-requests/" + number + "/from").isEmpty());
        });
    moving.put(
        "cherry-pick",
        () -> {
          long number = opened();
          post(kit.of(number) + "/merge?version=" + kit.version(number), "{}", "");
          String onto = name();
          kit.push(onto);
          String picked = name();
          String page = "/" + kit.of(number) + "/cherry-pick";
          return new Attempt(() -> pick(page, picked, onto), () -> hasRef(picked));
        });
  }

  private int pick(String page, String picked, String onto) {
    try {
      return browser.submit(page, page, "name", picked, "onto", onto).statusCode();
    } catch (IllegalStateException noForm) {
      // The connection broke while the page with the form was read.
      return UNAVAILABLE;
    }
  }

  long opened() {
    String branch = name();
    kit.branch(branch, branch, "opened");
    return kit.opened(branch);
  }

  boolean isState(long number, String state) {
    return kit.get(number).at("/state").equals(state);
  }

  private boolean mainHas(long number) {
    return kit.bare(kit.repository)
            .run(
                "merge-base",
                "--is-ancestor",
                "refs/pull-requests/" + number + "/from",
                "refs/heads/main")
            .exitCode()
        == 0;
  }

  private boolean isMerged(long number) {
    return isState(number, "MERGED") && mainHas(number);
  }

  /** Whether a branch has a pull request in that state, with its ref. */
  private boolean hasOne(String branch, String state, boolean withRef) {
    Response page =
        kit.admin.get(
            "%s/pull-requests?state=%s&direction=OUTGOING&at=refs/heads/%s"
                .formatted(kit.path, state, branch));
    return page.json().at("/size").asInt() == 1
        && kit.ref("refs/pull-requests/" + page.at("/values/0/id") + "/from").isEmpty() != withRef;
  }

  private void copies() {
    moving.put(
        "fork",
        () -> {
          String slug = name();
          String project = TestingProjects.in(server).project().key();
          return new Attempt(
              () -> post(kit.path, "{'name':'%s','project':{'key':'" + project + "'}}", slug),
              () -> sameMain(fork(project, slug)),
              () -> !sameMain(fork(project, slug)));
        });
    moving.put(
        "synchronization of a fork",
        () -> {
          String slug = name();
          String project = TestingProjects.in(server).project().key();
          post(kit.path, "{'name':'%s','project':{'key':'" + project + "'}}", slug);
          kit.work.git("fetch", "--quiet", "origin");
          kit.work.git("reset", "--quiet", "--hard", "origin/main");
          kit.work.commit(name(), "news");
          kit.push("main");
          return new Attempt(
              () ->
                  post(
                      "/rest/sync/latest/projects/" + project + "/repos/" + slug + "/synchronize",
                      "{'refId':'refs/heads/main','action':'%s'}",
                      "MERGE"),
              () -> sameMain(fork(project, slug)));
        });
    moving.put(
        "import",
        () -> {
          String slug = name();
          ImportKit imports = new ImportKit(server);
          Path root = server.home().resolve(TestingServer.IMPORT_ROOT);
          kit.work.git(
              "clone",
              "--quiet",
              "--bare",
              kit.work.directory().toString(),
              root.resolve(slug + ".git").toString());
          return new Attempt(
              () -> {
                Response begun =
                    imports.start("{'name':'%s','path':'%s.git'}".formatted(slug, slug));
                return begun.status() >= REFUSED
                    ? begun.status()
                    : imports.await(slug).at("/state").equals("DONE") ? OK : UNAVAILABLE;
              },
              () -> imports.find(slug).filter(this::hasMain).isPresent(),
              // An import that has failed is deleted or tried again by its owner.
              () -> true);
        });
  }

  private boolean hasMain(Repository imported) {
    return isOnDisk(imported)
        && kit.bare(imported).run("rev-parse", "--verify", "--quiet", "refs/heads/main").exitCode()
            == 0;
  }

  private @Nullable Repository fork(String project, String slug) {
    return server.get(Repositories.class).findByPath(project, slug).orElse(null);
  }

  /** Of a fork or import in the making there is no directory yet. */
  private boolean isOnDisk(Repository made) {
    return Files.isDirectory(server.get(RepositoryStorage.class).directory(made.id()));
  }

  private boolean sameMain(@Nullable Repository fork) {
    return fork != null
        && isOnDisk(fork)
        && kit.bare(fork)
            .run("rev-parse", "--verify", "--quiet", "refs/heads/main")
            .output()
            .strip()
            .equals(kit.ref("refs/heads/main"));
  }

  int post(String path, String json, String value) {
    return kit.admin.post(path, json.contains("%s") ? json.formatted(value) : json).status();
  }

  /** A push that fails for a broken connection says so, and not that it was rejected. */
  private static int git(GitFixture.Result result) {
    if (result.errors().contains("not known yet") && !result.errors().contains("rejected")) {
      return NOT_KNOWN;
    }
    if (result.errors().contains("database is away")
        || result.errors().contains("returned error: 503")) {
      return UNAVAILABLE;
    }
    return result.exitCode() == 0 ? OK : REFUSED;
  }
}
