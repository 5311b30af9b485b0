package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.fork.ForkKit;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.opening.DescriptionTemplate;
import org.packhouse.app.review.pullrequest.owners.CodeOwners;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest.Response;
import tools.jackson.databind.JsonNode;

/** The fate of pull requests when branches are pushed. */
class PullRequestBranchesTest {

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private String commit;

  @BeforeEach
  void openOne() {
    kit = new PullRequestKit(temporary);
    commit = kit.branch("topic", "new.txt", "new\n");
    kit.opened("topic");
  }

  private List<String> actions() {
    List<String> actions = new ArrayList<>();
    kit.admin
        .get(kit.of(1) + "/activities")
        .json()
        .at("/values")
        .forEach(it -> actions.add(it.at("/action").asString()));
    return actions;
  }

  @Test
  void isTriedAgainInTheBackgroundForWhoLooksAtItAfterItsTargetHasMoved() {
    String moved = kit.work.commit("other.txt", "other\n");
    kit.push("main");
    kit.awaitField(1, "/toRef/latestCommit", moved);
    kit.awaitField(1, "/properties/mergeResult/current", "true");
    assertThat(kit.get(1).at("/properties/mergeResult/outcome")).isEqualTo("CLEAN");
  }

  @Test
  void ownersOfChangedFilesAreThoseWhoMayReadThem() throws IOException {
    User owner = kit.user("owner", Permission.REPO_READ);
    User stranger =
        TestingPeople.of(kit.server)
            .createUser(TestingPeople.uniqueName("stranger"), PullRequestKit.PASSWORD);
    User member = kit.user("member", Permission.REPO_READ);
    assertThat(
            kit.admin
                .post(
                    kit.path + "/settings/reviewer-groups",
                    "{'name':'Code Seniors','users':[{'name':'%s'},{'name':'%s'}]}"
                        .formatted(member.name(), owner.name()))
                .status())
        .isEqualTo(201);
    String rules =
        "*.txt @%s @%s @nobody-at-all @@\"code seniors\" @@none"
            .formatted(owner.name(), stranger.name());
    kit.work.commit("CODEOWNERS", rules + "\n");
    kit.push("main");
    CodeOwners owners = kit.server.get(CodeOwners.class);
    String main = kit.ref("refs/heads/main");
    assertThat(owners.of(kit.repository, main, kit.repository, commit))
        .extracting(User::name)
        .containsExactly(owner.name(), member.name());
    assertThat(owners.of(kit.repository, main, kit.repository, main)).isEmpty();
  }

  @Test
  void ownersNamedByAddressAreThoseWhoHaveConfirmedIt() throws IOException {
    User owner = kit.user("owner", Permission.REPO_READ);
    User claimant = kit.user("claimant", Permission.REPO_READ);
    String address = owner.name() + "@owners.example";
    for (User each : List.of(owner, claimant)) {
      kit.admin.put("admin/users", "{'name':'%s','email':'%s'}".formatted(each.name(), address));
    }
    kit.work.commit("CODEOWNERS", "*.txt " + address + "\n");
    kit.push("main");
    assertThat(
            kit.server
                .get(CodeOwners.class)
                .of(kit.repository, kit.ref("refs/heads/main"), kit.repository, commit))
        .extracting(User::name)
        .containsExactly(owner.name());
  }

  @Test
  void descriptionsBeginWithTheTemplateOfTheTarget() throws IOException {
    DescriptionTemplate template = kit.server.get(DescriptionTemplate.class);
    kit.work.commit("docs/PULL_REQUEST_TEMPLATE.md", "Elsewhere");
    kit.work.commit(".github/pull_request_template.md", "## Why\r\n\r\n## Tested\r\n");
    kit.push("main");
    String main = kit.ref("refs/heads/main");
    try (OpenRepository open = kit.server.get(OpenRepositories.class).open(kit.repository.id())) {
      assertThat(template.of(open, main, "")).hasValue("## Why\n\n## Tested\n");
      assertThat(template.of(open, main, "Because.\n"))
          .hasValue("Because.\n\n## Why\n\n## Tested\n");
      assertThat(template.of(open, main, "x".repeat(32_768))).isEmpty();
      assertThat(template.of(open, commit, "")).isEmpty();
    }
    String binary = kit.work.commit("PULL_REQUEST_TEMPLATE.md", "a\0b");
    kit.push("main");
    try (OpenRepository open = kit.server.get(OpenRepositories.class).open(kit.repository.id())) {
      assertThat(template.of(open, binary, "")).isEmpty();
    }
  }

  @Test
  void followsItsSourceAndKeepsWhatAForcedPushTakesAway() {
    kit.work.git("reset", "--quiet", "--hard", commit);
    String second = kit.work.commit("new.txt", "newer\n");
    kit.push("topic");
    kit.awaitField(1, "/fromRef/latestCommit", second);
    assertThat(kit.ref("refs/pull-requests/1/from")).isEqualTo(second);
    Response activities = kit.admin.get(kit.of(1) + "/activities");
    assertThat(activities.at("/values/0/action")).isEqualTo("RESCOPED");
    assertThat(activities.at("/values/0/previousFromHash")).isEqualTo(commit);
    assertThat(activities.at("/values/0/fromHash")).isEqualTo(second);
    assertThat(activities.at("/values/0/added/commits/0/id")).isEqualTo(second);
    assertThat(activities.at("/values/0/removed/total")).isEqualTo("0");
    kit.work.git("reset", "--quiet", "--hard", "HEAD~2");
    String other = kit.work.commit("new.txt", "other\n");
    kit.push("topic");
    kit.awaitField(1, "/fromRef/latestCommit", other);
    JsonNode forced = kit.admin.get(kit.of(1) + "/activities").json().at("/values/0");
    assertThat(forced.at("/added/total").asInt()).isEqualTo(1);
    assertThat(forced.at("/removed/total").asInt()).isEqualTo(2);
    assertThat(kit.ref("refs/packhouse/keep/" + second)).isEqualTo(second);
    Response since = kit.admin.get(kit.of(1) + "/diff?sinceId=" + second);
    assertThat(since.at("/diffs/0/hunks/0/segments/0/lines/0/line"))
        .as(since.response().body())
        .isEqualTo("newer");
    assertThat(kit.admin.get(kit.path + "/commits/" + second + "/pull-requests").status())
        .as("it is no commit of a branch now")
        .isEqualTo(404);
  }

  @Test
  void approvalsStayWhenTheTargetIsMergedInAndNothingElse() {
    kit.admin.post(kit.path + "/settings/pull-requests", "{'unapproveOnUpdate':true}");
    User reader = kit.user("reader", Permission.REPO_READ);
    kit.as(reader).post(kit.of(1) + "/approve", "{}");
    kit.work.commit("README.md", "zero\none\ntwo\nthree\n");
    kit.push("main");
    String main = kit.work.git("rev-parse", "HEAD");
    kit.work.git("checkout", "--quiet", commit);
    kit.work.git("merge", "--quiet", "--no-edit", "--no-ff", main);
    String merged = kit.work.git("rev-parse", "HEAD");
    kit.push("topic");
    kit.awaitField(1, "/fromRef/latestCommit", merged);
    assertThat(kit.get(1).at("/participants/0/status")).isEqualTo("APPROVED");
    kit.work.git("checkout", "--quiet", "main");
    kit.work.commit("README.md", "one\ntwo\nthree\nfour\n");
    kit.push("main");
    String later = kit.work.git("rev-parse", "HEAD");
    kit.work.git("checkout", "--quiet", merged);
    kit.work.run("merge", "--quiet", "--no-commit", "--no-ff", later);
    String evil = kit.work.commit("new.txt", "smuggled in\n");
    assertThat(kit.work.git("rev-list", "--parents", "-1", evil).split(" ")).hasSize(3);
    kit.push("topic");
    kit.awaitField(1, "/fromRef/latestCommit", evil);
    assertThat(kit.get(1).at("/participants/0/status")).isEqualTo("UNAPPROVED");
  }

  @Test
  void isMergedThoughTheNodeDiedBeforeItWroteThatDown() {
    PullRequestRecords records = kit.server.get(PullRequestRecords.class);
    PullRequest open = kit.server.get(PullRequests.class).require(kit.repository, 1);
    String squashed = kit.work.commit("new.txt", "new\n");
    records.noteAttempt(open.id(), squashed, open.authorId());
    kit.push("main");
    kit.awaitField(1, "/state", "MERGED");
    assertThat(kit.get(1).at("/properties/mergeCommit/id")).isEqualTo(squashed);
    Response activities = kit.admin.get(kit.of(1) + "/activities");
    assertThat(activities.at("/values/0/action")).isEqualTo("MERGED");
    assertThat(activities.at("/values/0/user/name")).isEqualTo("admin");
  }

  @Test
  void isDeclinedWhenABranchGoesAndOpensAgainWhenItIsBack() {
    kit.work.git("push", "--quiet", "origin", ":refs/heads/topic");
    kit.awaitField(1, "/state", "DECLINED");
    String version = Integer.toString(kit.version(1));
    Response refused = kit.admin.post(kit.of(1) + "/reopen?version=" + version, "{}");
    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.message()).contains("\"refs/heads/topic\" does not exist");
    assertThat(kit.admin.get(kit.of(1) + "/changes").at("/values/0/path/toString"))
        .isEqualTo("new.txt");
    kit.work.git("push", "--quiet", "origin", commit + ":refs/heads/topic");
    Response again = kit.admin.post(kit.of(1) + "/reopen?version=" + version, "{}");
    assertThat(again.at("/state")).as(again.response().body()).isEqualTo("OPEN");
    kit.work.git("push", "--quiet", "origin", "HEAD:refs/heads/base");
    int open = kit.version(1);
    kit.admin.put(kit.of(1), "{'version':%d,'toRef':{'id':'refs/heads/base'}}".formatted(open));
    kit.awaitField(1, "/toRef/displayId", "base");
    kit.work.git("push", "--quiet", "origin", ":refs/heads/base");
    kit.awaitField(1, "/state", "DECLINED");
    assertThat(actions()).containsExactly("DECLINED", "UPDATED", "REOPENED", "DECLINED", "OPENED");
  }

  @Test
  void isMergedByAPushThatBringsItsCommits() {
    kit.work.commit("README.md", "changed\n");
    kit.push("main");
    String target = kit.work.git("rev-parse", "HEAD");
    kit.awaitField(1, "/toRef/latestCommit", target);
    assertThat(kit.version(1)).as("a push of the target changes no pull request").isZero();
    kit.work.git("merge", "--quiet", "--no-edit", commit);
    String merge = kit.work.git("rev-parse", "HEAD");
    kit.push("main");
    kit.awaitField(1, "/state", "MERGED");
    Response activities = kit.admin.get(kit.of(1) + "/activities");
    assertThat(activities.at("/values/0/action")).isEqualTo("MERGED");
    assertThat(activities.at("/values/0/commit/id")).isEqualTo(merge);
    assertThat(kit.admin.get(kit.of(1) + "/commits").at("/values/0/id")).isEqualTo(commit);
    Response declined = kit.admin.post(kit.of(1) + "/decline?version=1", "{}");
    assertThat(declined.status()).isEqualTo(409);
    assertThat(declined.message()).isEqualTo("This pull request has already been merged.");
  }

  @Test
  void tellsThePusherWhereToOpenOneAndWhereItIs() {
    kit.work.commit("again", "1");
    String created = kit.push("other").errors();
    assertThat(created)
        .contains("remote: Create pull request for other:")
        .containsPattern(
            "remote:   http.*/projects/%s/repos/%s/pull-requests\\?create&sourceBranch=refs%%2Fheads%%2Fother"
                .formatted(kit.repository.project().key(), kit.repository.slug()));
    kit.work.git("reset", "--quiet", "--hard", commit);
    kit.work.commit("again", "2");
    assertThat(kit.push("topic").errors())
        .contains("remote: View pull request for topic => main:")
        .containsPattern("remote:   http.*/pull-requests/1 *\\n");
    kit.work.commit("again", "3");
    assertThat(kit.push("main").errors()).doesNotContain("pull request for");
  }

  @Test
  void followsAForkAndHasItsCommits() throws IOException {
    ForkKit forks = new ForkKit(temporary.resolve("forks"));
    forks.push("main", "1");
    Repository fork = forks.fork();
    forks.work.commit("theirs", "1");
    forks.work.git("push", "--quiet", forks.url(fork), "HEAD:refs/heads/topic");
    String target = "projects/" + forks.origin.project().key() + "/repos/" + forks.origin.slug();
    kit.admin.post(
        target + "/pull-requests",
        "{'title':'x','fromRef':{'id':'topic','repository':{'slug':'%s','project':{'key':'%s'}}},'toRef':{'id':'main'}}"
            .formatted(fork.slug(), fork.project().key()));
    String later = forks.work.commit("theirs", "2");
    forks.work.git("push", "--quiet", forks.url(fork), "HEAD:refs/heads/topic");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() ->
            assertThat(kit.admin.get(target + "/pull-requests/1").at("/fromRef/latestCommit"))
                .isEqualTo(later));
    assertThat(kit.admin.get(target + "/pull-requests/1/commits").json().at("/values")).hasSize(2);
    GitFixture clone = forks.clone(forks.origin);
    assertThat(clone.git("rev-parse", "refs/pull-requests/1/from")).isEqualTo(later);
  }

  @Test
  void followsNoForkThatItsAuthorMayNoLongerRead() throws IOException {
    ForkKit forks = new ForkKit(temporary.resolve("forks"));
    forks.push("main", "1");
    forks.work.git("push", "--quiet", forks.url(forks.origin), "HEAD:refs/heads/other");
    Repository fork = forks.fork();
    String seen = forks.work.commit("theirs", "1");
    forks.work.git("push", "--quiet", forks.url(fork), "HEAD:refs/heads/topic");
    TestingPeople people = TestingPeople.of(kit.server);
    User author = kit.user("author", Permission.REPO_READ);
    people.grant(author, new RepositoryId(forks.origin.id()), Permission.REPO_READ);
    people.grant(author, new RepositoryId(fork.id()), Permission.REPO_READ);
    String target = "projects/" + forks.origin.project().key() + "/repos/" + forks.origin.slug();
    String body =
        "{'title':'x','fromRef':{'id':'topic','repository':{'slug':'%s','project':{'key':'%s'}}},'toRef':{'id':'TO'}}"
            .formatted(fork.slug(), fork.project().key());
    kit.as(author).post(target + "/pull-requests", body.replace("TO", "main"));
    kit.admin.post(target + "/pull-requests", body.replace("TO", "other"));
    kit.admin.delete(
        "projects/%s/repos/%s/permissions/users?name=%s"
            .formatted(fork.project().key(), fork.slug(), author.name()));
    String later = forks.work.commit("theirs", "2");
    forks.work.git("push", "--quiet", forks.url(fork), "HEAD:refs/heads/topic");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() ->
            assertThat(kit.admin.get(target + "/pull-requests/2").at("/fromRef/latestCommit"))
                .isEqualTo(later));
    assertThat(kit.as(author).get(target + "/pull-requests/1").at("/fromRef/latestCommit"))
        .isEqualTo(seen);
  }
}
