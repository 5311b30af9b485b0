package org.packhouse.app.source.branchpermission;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

/** Branch permissions over REST, and what they refuse to real git, merges, edits and REST. */
class BranchPermissionRestTest {

  private static final String PASSWORD = "a-password-of-branches";
  private static final String BULK = "application/vnd.atl.bitbucket.bulk+json";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final Project project = TestingProjects.in(server).project();
  private final Repository repository = TestingProjects.in(server).repository(project);
  private final String api = "projects/" + project.key() + "/repos/" + repository.slug();
  private final String ofProject =
      "/rest/branch-permissions/2.0/projects/" + project.key() + "/restrictions";
  private final String ofRepository = "/rest/branch-permissions/2.0/" + api + "/restrictions";

  @TempDir private Path temporary;
  private GitFixture work;
  private User writer;

  @BeforeEach
  void push() {
    writer = writer();
    work = GitFixture.workTree(temporary.resolve("work"));
    work.git("remote", "add", "admin", server.cloneUrl(repository));
    work.git("remote", "add", "writer", server.cloneUrl(repository, writer.name(), PASSWORD));
    work.commit("file", "0");
    work.git("push", "--quiet", "admin", "main", "main:live", "main:release/1", "main:topic");
  }

  private User writer() {
    User user = people.createUser(TestingPeople.uniqueName("writer"), PASSWORD);
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    return user;
  }

  private static String body(String type, String matcherType, String matcher, String more) {
    return "{'type':'%s','matcher':{'id':'%s','type':{'id':'%s'}}%s}"
        .formatted(type, matcher, matcherType, more);
  }

  private long set(String where, String type, String matcherType, String matcher, String more) {
    Response response = admin.post(where, body(type, matcherType, matcher, more));
    assertThat(response.status()).as(response.response().body()).isEqualTo(200);
    return response.json().at("/id").asLong();
  }

  private GitFixture.Result pushed(String... refspecs) {
    String[] words = new String[refspecs.length + 2];
    words[0] = "push";
    words[1] = "writer";
    System.arraycopy(refspecs, 0, words, 2, refspecs.length);
    return work.run(words);
  }

  private void assertRefused(GitFixture.Result push, String ref, String type) {
    assertThat(push.exitCode()).as(push.errors()).isNotZero();
    assertThat(push.errors())
        .contains("branch permission " + type)
        .containsPattern("remote: " + ref + " is held by the .*'s branch permission " + type);
  }

  private void assertTaken(GitFixture.Result push) {
    assertThat(push.exitCode()).as(push.errors()).isZero();
  }

  @Test
  void keepsWhatClientsSetAndShowsThatOfTheProjectToo() {
    String group = people.createGroup(TestingPeople.uniqueName("crowd")).name();
    long first =
        set(
            ofRepository,
            "read-only",
            "BRANCH",
            "main",
            ",'users':['%s'],'groups':['%s']".formatted(writer.name(), group));
    long second = set(ofProject, "no-deletes", "PATTERN", "release/*", "");
    Response one = admin.get(ofRepository + "/" + first);
    assertThat(one.at("/matcher/id")).isEqualTo("refs/heads/main");
    assertThat(one.at("/matcher/displayId")).isEqualTo("main");
    assertThat(one.at("/matcher/type/name")).isEqualTo("Branch");
    assertThat(one.at("/scope/type")).isEqualTo("REPOSITORY");
    assertThat(one.at("/users/0/name")).isEqualTo(writer.name());
    assertThat(one.at("/groups/0")).isEqualTo(group);
    Response all = admin.get(ofRepository);
    assertThat(all.json().at("/values")).hasSize(2);
    assertThat(admin.get(ofProject).json().at("/values")).hasSize(1);
    assertThat(admin.get(ofRepository + "?type=no-deletes").at("/values/0/scope/type"))
        .isEqualTo("PROJECT");
    assertThat(
            admin
                .get(ofRepository + "?matcherType=BRANCH&matcherId=refs/heads/main")
                .json()
                .at("/values"))
        .hasSize(1);
    assertThat(set(ofRepository, "read-only", "BRANCH", "refs/heads/main", "")).isEqualTo(first);
    assertThat(admin.get(ofRepository + "/" + first).json().at("/users")).isEmpty();
    assertThat(set(ofRepository, "no-creates", "BRANCH", "main", ",'id':" + first))
        .isEqualTo(first);
    assertThat(admin.delete(ofRepository + "/" + second).status()).isEqualTo(404);
    assertThat(admin.delete(ofProject + "/" + second).status()).isEqualTo(204);
    assertThat(admin.delete(ofRepository + "/" + first).status()).isEqualTo(204);
    assertThat(admin.get(ofRepository + "/" + first).status()).isEqualTo(404);
    Response bulk =
        admin.sendAs(
            "POST",
            ofRepository,
            BULK,
            "[%s,%s]"
                .formatted(
                    body("read-only", "MODEL_BRANCH", "production", ""),
                    body("no-deletes", "ANY_REF", "ANY_REF_MATCHER_ID", ""))
                .replace('\'', '"'));
    assertThat(bulk.status()).as(bulk.response().body()).isEqualTo(200);
    assertThat(bulk.json()).hasSize(2);
    for (Response set : List.of(admin.get(ofRepository))) {
      set.json().at("/values").forEach(it -> admin.delete(ofRepository + "/" + it.at("/id")));
    }
  }

  @Test
  void refusesWhatCannotBe() {
    for (String body :
        new String[] {
          body("no-merges", "BRANCH", "main", ""),
          body("read-only", "TREE", "main", ""),
          body("read-only", "BRANCH", "a..b", ""),
          body("read-only", "BRANCH", "main", ",'users':['nobody-of-that-name']"),
          body("read-only", "BRANCH", "main", ",'groups':['nobodies']"),
          body("read-only", "BRANCH", "main", ",'accessKeys':[999999999]"),
          body("read-only", "BRANCH", "main", ",'users':[[]]"),
          body("read-only", "BRANCH", "main", ",'users':'x'"),
          "[]",
          "7",
          "{}"
        }) {
      Response response = admin.post(ofRepository, body);
      assertThat(response.status()).as(body + response.response().body()).isEqualTo(400);
    }
    assertThat(admin.get(ofRepository + "?type=x").status()).isEqualTo(400);
    assertThat(admin.get(ofRepository + "?matcherType=x").status()).isEqualTo(400);
  }

  @Test
  void eachRuleRefusesWhatItMustAndPassesTheRest() {
    work.commit("file", "1");
    long readOnly = set(ofRepository, "read-only", "BRANCH", "main", "");
    assertRefused(pushed("HEAD:main"), "refs/heads/main", "read-only");
    assertTaken(pushed("HEAD:topic"));
    admin.delete(ofRepository + "/" + readOnly);
    assertTaken(pushed("HEAD:main"));

    long noDeletes = set(ofProject, "no-deletes", "PATTERN", "release/*", "");
    assertRefused(pushed(":release/1"), "refs/heads/release/1", "no-deletes");
    assertTaken(pushed("HEAD:release/1", ":topic"));
    admin.delete(ofProject + "/" + noDeletes);

    long noCreates = set(ofRepository, "no-creates", "MODEL_CATEGORY", "HOTFIX", "");
    assertRefused(pushed("HEAD:hotfix/1"), "refs/heads/hotfix/1", "no-creates");
    assertTaken(pushed("HEAD:feature/1"));
    admin.delete(ofRepository + "/" + noCreates);

    long forward = set(ofRepository, "fast-forward-only", "MODEL_BRANCH", "development", "");
    work.git("commit", "--quiet", "--amend", "-m", "Other");
    assertRefused(pushed("--force", "HEAD:main"), "refs/heads/main", "fast-forward-only");
    assertTaken(pushed("--force", "HEAD:live"));
    work.git("merge", "--quiet", "-s", "ours", "-m", "Both", "HEAD@{1}");
    assertTaken(pushed("HEAD:main"));
    admin.delete(ofRepository + "/" + forward);

    set(ofRepository, "read-only", "ANY_REF", "ANY_REF_MATCHER_ID", "");
    assertRefused(pushed("HEAD:live"), "refs/heads/live", "read-only");
    assertRefused(pushed("HEAD:refs/tags/v1"), "refs/tags/v1", "read-only");
  }

  @Test
  void anAtomicPushIsAllOrNothing() {
    work.commit("file", "1");
    set(ofRepository, "read-only", "BRANCH", "live", "");
    GitFixture.Result atomic = pushed("--atomic", "HEAD:main", "HEAD:live");
    assertRefused(atomic, "refs/heads/live", "read-only");
    assertThat(atomic.errors()).contains("atomic push failure");
    assertThat(work.git("ls-remote", "writer", "main")).doesNotContain(work.git("rev-parse", "@"));
    assertRefused(pushed("HEAD:main", "HEAD:live"), "refs/heads/live", "read-only");
    assertThat(work.git("ls-remote", "writer", "main")).contains(work.git("rev-parse", "@"));
  }

  @Test
  void exemptsUsersAndMembersOfGroupsUntilTheyLeave() {
    User member = writer();
    User other = writer();
    String group = people.createGroup(TestingPeople.uniqueName("crowd"), member).name();
    set(
        ofRepository,
        "read-only",
        "BRANCH",
        "main",
        ",'users':[{'name':'%s'}],'groups':['%s']".formatted(writer.name(), group));
    assertTaken(pushedBy(writer));
    assertTaken(pushedBy(member));
    assertRefused(pushedBy(other), "refs/heads/main", "read-only");
    Groups groups = server.get(Groups.class);
    groups.remove(groups.findByName(group).orElseThrow(), member);
    assertRefused(pushedBy(member), "refs/heads/main", "read-only");
    server.get(Accounts.class).delete(people.user(writer.name()));
    assertThat(admin.get(ofRepository).json().at("/values/0/users")).isEmpty();
  }

  private GitFixture.Result pushedBy(User user) {
    work.commit("file", TestingPeople.uniqueName("content"));
    return work.run("push", server.cloneUrl(repository, user.name(), PASSWORD), "HEAD:main");
  }

  @Test
  void holdsOverSshWhereAccessKeysMayBeExempt() {
    try (TestingSsh ssh = TestingSsh.of(server)) {
      Path exempt = ssh.createAccessKey(repository, "REPO_WRITE");
      Path other = ssh.createAccessKey(repository, "REPO_WRITE");
      String keys = "/rest/keys/1.0/" + api + "/ssh";
      String id = admin.get(keys).at("/values/0/key/id");
      set(ofRepository, "pull-request-only", "BRANCH", "main", ",'accessKeys':[%s]".formatted(id));
      assertThat(admin.get(ofRepository).at("/values/0/accessKeys/0/key/id")).isEqualTo(id);
      work.commit("file", "1");
      String main = "HEAD:refs/heads/main";
      TestingSsh.Result refused =
          ssh.git(other, work.directory(), "push", ssh.url(repository), main);
      assertThat(refused.status()).isNotZero();
      assertThat(refused.err())
          .contains(
              "remote: refs/heads/main is held by the repository's branch permission"
                  + " pull-request-only: it changes by pull requests alone.");
      assertThat(ssh.git(exempt, work.directory(), "push", ssh.url(repository), main).status())
          .isZero();
    }
  }

  @Test
  void holdsForMergesEditsAndBranchOperations() {
    work.git("checkout", "--quiet", "-b", "work");
    String tip = work.commit("more", "1");
    work.git("push", "--quiet", "admin", "work");
    long only = set(ofRepository, "pull-request-only", "BRANCH", "main", "");
    Response edit =
        admin.sendAs(
            "PUT",
            api + "/browse/file",
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"content\"\r\n\r\nx\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"branch\"\r\n\r\nmain\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"sourceCommitId\"\r\n\r\n"
                + work.git("rev-parse", "main")
                + "\r\n--b--\r\n");
    assertThat(edit.status()).as(edit.response().body()).isEqualTo(409);
    assertThat(edit.message()).contains("refs/heads/main", "pull-request-only");
    Response opened =
        admin.post(
            api + "/pull-requests",
            "{'title':'t','fromRef':{'id':'refs/heads/work'},'toRef':{'id':'refs/heads/main'}}");
    String pull = api + "/pull-requests/" + opened.at("/id");
    assertThat(admin.get(pull + "/merge").json().at("/vetoes")).isEmpty();
    long frozen = set(ofProject, "read-only", "MODEL_BRANCH", "development", "");
    assertThat(admin.get(pull + "/merge").at("/vetoes/0/detailedMessage"))
        .contains("refs/heads/main", "the project's branch permission read-only");
    assertThat(admin.post(pull + "/merge?version=0", "{}").status()).isEqualTo(409);
    admin.delete(ofProject + "/" + frozen);
    assertThat(admin.post(pull + "/merge?version=0", "{}").status()).isEqualTo(200);
    admin.delete(ofRepository + "/" + only);

    set(ofRepository, "no-deletes", "BRANCH", "work", "");
    set(ofRepository, "no-creates", "PATTERN", "made/", "");
    Response deleted =
        admin.send(
            "DELETE",
            "/rest/branch-utils/1.0/" + api + "/branches",
            "{'name':'work','endPoint':'%s'}".formatted(tip));
    assertThat(deleted.status()).isEqualTo(409);
    assertThat(deleted.message()).contains("refs/heads/work", "no-deletes");
    Response made = admin.post(api + "/branches", "{'name':'made/one','startPoint':'main'}");
    assertThat(made.status()).isEqualTo(409);
    assertThat(made.message()).contains("refs/heads/made/one", "no-creates");
  }

  @Test
  void aModelOfTheRepositoryLoosensNothingThatTheProjectForbids() {
    set(ofProject, "read-only", "MODEL_BRANCH", "development", "");
    String model = "/rest/branch-utils/latest/" + api + "/branchmodel/configuration";
    assertThat(
            admin
                .put(
                    model,
                    "{'development':{'refId':'refs/heads/elsewhere','useDefault':false},'types':[]}")
                .status())
        .isEqualTo(200);
    work.commit("model", "1");
    String url = server.cloneUrl(repository);
    GitFixture.Result main = work.run("push", url, "HEAD:refs/heads/main");
    assertThat(main.errors()).contains("the project's branch permission read-only");
    GitFixture.Result own = work.run("push", url, "HEAD:refs/heads/elsewhere");
    assertThat(own.errors()).contains("the project's branch permission read-only");
    assertThat(work.run("push", url, "HEAD:refs/heads/free").exitCode()).isZero();
  }
}
