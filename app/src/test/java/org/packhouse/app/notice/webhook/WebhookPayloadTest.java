package org.packhouse.app.notice.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.notice.webhook.TestingReceiver.Told;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import tools.jackson.databind.JsonNode;

/** The fields of every payload, event by event, as clients of the dialect read them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookPayloadTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String PASSWORD = "a-password-of-payloads";

  private final Set<String> seen = new HashSet<>();
  private int tests;
  private TestingServer server;
  private TestingRest admin;
  private Repository repository;
  private String project;
  private String api;
  private GitFixture work;
  private TestingReceiver receiver;
  private User user;
  private TestingRest reviewer;
  private String first;

  @BeforeAll
  void startServer() {
    server = TestingServer.builder().with("webhook.allowed-addresses", "127.0.0.0/8").start();
    admin = TestingRest.admin(server);
  }

  @AfterAll
  void stopServer() {
    server.close();
    if (tests == testsOfThisClass()) {
      assertThat(seen)
          .containsExactlyInAnyOrderElementsOf(
              Arrays.stream(WebhookEvent.values())
                  .filter(event -> event.happens() && event != WebhookEvent.PING)
                  .map(WebhookEvent::key)
                  .toList());
    }
  }

  /** Counts the tests which together see every event; somebody may run one of them alone. */
  private static long testsOfThisClass() {
    return Arrays.stream(WebhookPayloadTest.class.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .count();
  }

  @BeforeEach
  void push(@TempDir Path directory) throws IOException {
    repository = TestingProjects.in(server).repository();
    project = "projects/" + repository.project().key();
    api = project + "/repos/" + repository.slug();
    user = TestingPeople.of(server).createUser(TestingPeople.uniqueName("reviewer"), PASSWORD);
    TestingPeople.of(server).grant(user, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    reviewer = TestingRest.user(server, user.name(), PASSWORD);
    work = GitFixture.workTree(directory.resolve("work"));
    work.git("remote", "add", "origin", server.cloneUrl(repository));
    receiver = new TestingReceiver();
    String events =
        Arrays.stream(WebhookEvent.values())
            .filter(event -> event != WebhookEvent.PING)
            .map(event -> "'" + event.key() + "'")
            .collect(Collectors.joining(","));
    ok(
        admin.post(
            project + "/webhooks",
            "{'name':'All','url':'%s','events':[%s]}".formatted(receiver.url(), events)),
        201);
    first = work.commit("file", "0");
    work.git("push", "--quiet", "origin", "main");
  }

  @AfterEach
  void closeReceiver() {
    tests++;
    receiver.close();
  }

  private static Response ok(Response response, int status) {
    assertThat(response.status()).as(response.response().body()).isEqualTo(status);
    return response;
  }

  /** The payload of the latest event of that name, with what all have. */
  private JsonNode told(String event, int count) {
    await()
        .atMost(LONG)
        .untilAsserted(() -> assertThat(all(event)).as(event).hasSizeGreaterThanOrEqualTo(count));
    assertThat(all(event)).hasSize(count);
    JsonNode payload = all(event).getLast().json();
    assertThat(text(payload, "/eventKey")).isEqualTo(event);
    assertThat(text(payload, "/date")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+0000");
    for (String field : List.of("name", "slug", "displayName", "emailAddress", "type")) {
      assertThat(text(payload, "/actor/" + field)).as(event + field).isNotBlank();
    }
    assertThat(payload.at("/actor/id").asLong()).isPositive();
    seen.add(event);
    return payload;
  }

  private JsonNode told(String event) {
    return told(event, 1);
  }

  private List<Told> all(String event) {
    return receiver.told().stream().filter(it -> it.event().equals(event)).toList();
  }

  private static String text(JsonNode payload, String pointer) {
    return payload.at(pointer).asString();
  }

  private void assertRepository(JsonNode payload, String at) {
    assertThat(payload.at(at + "/id").asLong()).isEqualTo(repository.id());
    assertThat(text(payload, at + "/slug")).isEqualTo(repository.slug());
    assertThat(text(payload, at + "/project/key")).isEqualTo(repository.project().key());
    assertThat(payload.at(at + "/links/clone")).hasSizeGreaterThanOrEqualTo(1);
  }

  @Test
  void ofRepositoriesAndTheirCommits() {
    JsonNode added = told("repo:refs_changed");
    assertRepository(added, "/repository");
    assertThat(text(added, "/changes/0/type")).isEqualTo("ADD");
    assertThat(text(added, "/changes/0/refId")).isEqualTo("refs/heads/main");
    assertThat(text(added, "/changes/0/ref/id")).isEqualTo("refs/heads/main");
    assertThat(text(added, "/changes/0/ref/displayId")).isEqualTo("main");
    assertThat(text(added, "/changes/0/ref/type")).isEqualTo("BRANCH");
    assertThat(text(added, "/changes/0/fromHash")).isEqualTo("0".repeat(40));
    assertThat(text(added, "/changes/0/toHash")).isEqualTo(first);
    String second = work.commit("file", "1");
    String third = work.commit("file", "2");
    work.git("tag", "v1");
    work.git("push", "--quiet", "origin", "main");
    JsonNode updated = told("repo:refs_changed", 2);
    assertThat(updated.at("/commits").valueStream().map(it -> it.at("/id").asString()))
        .containsExactly(third, second);
    assertThat(text(updated, "/toCommit/id")).isEqualTo(third);
    work.git("push", "--quiet", "origin", "v1");
    assertThat(text(told("repo:refs_changed", 3), "/changes/0/ref/type")).isEqualTo("TAG");
    work.git("push", "--quiet", "origin", ":v1");
    JsonNode deleted = told("repo:refs_changed", 4);
    assertThat(text(deleted, "/changes/0/type")).isEqualTo("DELETE");
    assertThat(text(deleted, "/changes/0/toHash")).isEqualTo("0".repeat(40));

    String comments = api + "/commits/" + third + "/comments";
    String id = ok(admin.post(comments, "{'text':'Hm.'}"), 201).at("/id");
    JsonNode said = told("repo:comment:added");
    assertRepository(said, "/repository");
    assertThat(text(said, "/commit")).isEqualTo(third);
    assertThat(text(said, "/comment/id")).isEqualTo(id);
    assertThat(text(said, "/comment/text")).isEqualTo("Hm.");
    assertThat(said.at("/comment/version").asInt()).isZero();
    assertThat(text(said, "/comment/author/name")).isEqualTo(TestingServer.ADMIN);
    assertThat(said.at("/comment/createdDate").isNumber()).isTrue();
    assertThat(said.has("commentParentId")).isFalse();
    ok(admin.post(comments, "{'text':'Well.','parent':{'id':%s}}".formatted(id)), 201);
    assertThat(text(told("repo:comment:added", 2), "/commentParentId")).isEqualTo(id);
    ok(admin.put(comments + "/" + id, "{'text':'Oh.','version':0}"), 200);
    JsonNode edited = told("repo:comment:edited");
    assertThat(text(edited, "/comment/text")).isEqualTo("Oh.");
    assertThat(text(edited, "/previousComment")).isEqualTo("Hm.");
    String alone = ok(admin.post(comments, "{'text':'Away.'}"), 201).at("/id");
    ok(admin.delete(comments + "/" + alone + "?version=0"), 204);
    JsonNode gone = told("repo:comment:deleted");
    assertThat(text(gone, "/comment/id")).isEqualTo(alone);
    assertThat(text(gone, "/comment/text")).isEqualTo("Away.");
    assertThat(text(gone, "/commit")).isEqualTo(third);
  }

  @Test
  void ofRepositoriesAndProjectsThatArePeoplesDoing() {
    String name = TestingProjects.name("fork");
    String open = TestingProjects.in(server).project(true).key();
    Response made =
        ok(admin.post(api, "{'name':'%s','project':{'key':'%s'}}".formatted(name, open)), 201);
    JsonNode forked = told("repo:forked");
    assertThat(text(forked, "/repository/slug")).isEqualTo(made.at("/slug"));
    assertThat(text(forked, "/repository/project/key")).isEqualTo(made.at("/project/key"));
    assertRepository(forked, "/repository/origin");
    work.git("push", "--quiet", "origin", "main:other");
    ok(admin.put(api + "/branches/default", "{'id':'refs/heads/other'}"), 204);
    assertRepository(told("repo:default_branch_modified"), "/repository");
    ok(admin.put(project, "{'description':'What they are'}"), 200);
    JsonNode changed = told("project:modified");
    assertThat(text(changed, "/old/key")).isEqualTo(repository.project().key());
    assertThat(text(changed, "/old/description")).isEmpty();
    assertThat(text(changed, "/new/description")).isEqualTo("What they are");
    ok(admin.put(api, "{'name':'%s','description':'It'}".formatted(name + "-new")), 201);
    JsonNode renamed = told("repo:modified");
    assertRepository(renamed, "/old");
    assertThat(text(renamed, "/new/slug")).isEqualTo(name + "-new");
    assertThat(text(renamed, "/new/description")).isEqualTo("It");
    assertThat(text(renamed, "/new/project/key")).isEqualTo(repository.project().key());
  }

  private String open(String branch) {
    work.git("checkout", "--quiet", "-B", branch, "main");
    work.commit(branch, "1");
    work.git("push", "--quiet", "origin", branch);
    return api
        + "/pull-requests/"
        + ok(
                admin.post(
                    api + "/pull-requests",
                    ("{'title':'t','description':'d','fromRef':{'id':'refs/heads/%s'},"
                            + "'toRef':{'id':'refs/heads/main'}}")
                        .formatted(branch)),
                201)
            .at("/id");
  }

  private void assertPullRequest(JsonNode payload, String state) {
    assertThat(payload.at("/pullRequest/id").asLong()).isPositive();
    assertThat(payload.at("/pullRequest/version").isNumber()).isTrue();
    assertThat(text(payload, "/pullRequest/state")).isEqualTo(state);
    assertThat(payload.at("/pullRequest/createdDate").isNumber()).isTrue();
    assertThat(payload.at("/pullRequest/updatedDate").isNumber()).isTrue();
    assertThat(text(payload, "/pullRequest/author/user/name")).isEqualTo(TestingServer.ADMIN);
    for (String side : List.of("/pullRequest/fromRef", "/pullRequest/toRef")) {
      assertRepository(payload, side + "/repository");
      assertThat(text(payload, side + "/id")).startsWith("refs/heads/");
      assertThat(text(payload, side + "/displayId")).isNotBlank();
      assertThat(text(payload, side + "/latestCommit")).hasSize(40);
    }
    assertThat(payload.at("/pullRequest/reviewers").isArray()).isTrue();
    assertThat(text(payload, "/pullRequest/links/self/0/href")).startsWith("http");
  }

  @Test
  void ofPullRequests() {
    String pull = open("topic");
    String tip = work.git("rev-parse", "HEAD").strip();
    JsonNode opened = told("pr:opened");
    assertPullRequest(opened, "OPEN");
    assertThat(text(opened, "/pullRequest/title")).isEqualTo("t");
    assertThat(text(opened, "/pullRequest/fromRef/latestCommit")).isEqualTo(tip);
    assertThat(text(opened, "/pullRequest/toRef/latestCommit")).isEqualTo(first);

    work.commit("topic", "2");
    work.git("push", "--quiet", "origin", "topic");
    JsonNode pushed = told("pr:from_ref_updated");
    assertPullRequest(pushed, "OPEN");
    assertThat(text(pushed, "/previousFromHash")).isEqualTo(tip);
    assertThat(text(pushed, "/pullRequest/fromRef/latestCommit"))
        .isEqualTo(work.git("rev-parse", "HEAD").strip());

    work.git("push", "--quiet", "origin", "main:stable");
    ok(
        admin.put(
            pull,
            "{'title':'u','description':'e','toRef':{'id':'refs/heads/stable'},'version':%d}"
                .formatted(version(pull))),
        200);
    JsonNode modified = told("pr:modified");
    assertPullRequest(modified, "OPEN");
    assertThat(text(modified, "/previousTitle")).isEqualTo("t");
    assertThat(text(modified, "/previousDescription")).isEqualTo("d");
    assertThat(text(modified, "/previousTarget/id")).isEqualTo("refs/heads/main");
    assertThat(text(modified, "/previousTarget/displayId")).isEqualTo("main");
    assertThat(text(modified, "/previousTarget/latestCommit")).isEqualTo(first);

    ok(admin.post(pull + "/decline?version=" + version(pull), "{}"), 200);
    assertPullRequest(told("pr:declined"), "DECLINED");
    ok(admin.post(pull + "/reopen?version=" + version(pull), "{}"), 200);
    assertPullRequest(told("pr:reopened"), "OPEN");
    ok(admin.post(pull + "/merge?version=" + version(pull), "{}"), 200);
    JsonNode merged = told("pr:merged");
    assertPullRequest(merged, "MERGED");
    assertThat(text(merged, "/pullRequest/properties/mergeCommit/id")).hasSize(40);

    String other = open("other");
    ok(admin.send("DELETE", other, "{'version':%d}".formatted(version(other))), 204);
    assertPullRequest(told("pr:deleted"), "OPEN");
  }

  private int version(String pull) {
    return admin.get(pull).json().at("/version").asInt();
  }

  @Test
  void ofCommentsOnPullRequests() {
    String comments = open("topic") + "/comments";
    String id = ok(admin.post(comments, "{'text':'Well.'}"), 201).at("/id");
    JsonNode added = told("pr:comment:added");
    assertPullRequest(added, "OPEN");
    assertThat(text(added, "/comment/id")).isEqualTo(id);
    assertThat(text(added, "/comment/text")).isEqualTo("Well.");
    assertThat(text(added, "/comment/author/name")).isEqualTo(TestingServer.ADMIN);
    assertThat(text(added, "/comment/severity")).isEqualTo("NORMAL");
    assertThat(added.has("commentParentId")).isFalse();
    String answer =
        ok(reviewer.post(comments, "{'text':'So?','parent':{'id':%s}}".formatted(id)), 201)
            .at("/id");
    JsonNode answered = told("pr:comment:added", 2);
    assertThat(text(answered, "/commentParentId")).isEqualTo(id);
    assertThat(text(answered, "/actor/name")).isEqualTo(user.name());
    ok(reviewer.put(comments + "/" + answer, "{'text':'Ah.','version':0}"), 200);
    JsonNode edited = told("pr:comment:edited");
    assertPullRequest(edited, "OPEN");
    assertThat(text(edited, "/previousComment")).isEqualTo("So?");
    assertThat(text(edited, "/comment/text")).isEqualTo("Ah.");
    assertThat(edited.at("/comment/version").asInt()).isEqualTo(1);
    assertThat(text(edited, "/commentParentId")).isEqualTo(id);
    ok(reviewer.delete(comments + "/" + answer + "?version=1"), 204);
    JsonNode deleted = told("pr:comment:deleted");
    assertPullRequest(deleted, "OPEN");
    assertThat(text(deleted, "/comment/id")).isEqualTo(answer);
    assertThat(text(deleted, "/comment/text")).isEqualTo("Ah.");
  }

  private void review(String pull, String status) {
    ok(
        reviewer.put(pull + "/participants/" + user.slug(), "{'status':'%s'}".formatted(status)),
        200);
  }

  private void assertReviewed(JsonNode payload, String status, String previous) {
    assertPullRequest(payload, "OPEN");
    assertThat(text(payload, "/actor/name")).isEqualTo(user.name());
    assertThat(text(payload, "/participant/user/name")).isEqualTo(user.name());
    assertThat(text(payload, "/participant/role")).isEqualTo("REVIEWER");
    assertThat(text(payload, "/participant/status")).isEqualTo(status);
    assertThat(payload.at("/participant/approved").asBoolean())
        .isEqualTo(status.equals("APPROVED"));
    assertThat(text(payload, "/previousStatus")).isEqualTo(previous);
  }

  @Test
  void ofReviews() {
    String pull = open("topic");
    ok(
        admin.post(
            pull + "/participants",
            "{'user':{'name':'%s'},'role':'REVIEWER'}".formatted(user.name())),
        200);
    JsonNode asked = told("pr:reviewer:updated");
    assertPullRequest(asked, "OPEN");
    assertThat(text(asked, "/addedReviewers/0/name")).isEqualTo(user.name());
    assertThat(asked.at("/removedReviewers")).isEmpty();
    // At once, so that each is told when the next has happened.
    review(pull, "APPROVED");
    review(pull, "NEEDS_WORK");
    review(pull, "UNAPPROVED");
    assertReviewed(told("pr:reviewer:approved"), "APPROVED", "UNAPPROVED");
    assertReviewed(told("pr:reviewer:needs_work"), "NEEDS_WORK", "APPROVED");
    assertReviewed(told("pr:reviewer:changes_requested"), "NEEDS_WORK", "APPROVED");
    assertReviewed(told("pr:reviewer:unapproved"), "UNAPPROVED", "NEEDS_WORK");
    ok(admin.delete(pull + "/participants/" + user.slug()), 204);
    JsonNode dismissed = told("pr:reviewer:updated", 2);
    assertThat(dismissed.at("/addedReviewers")).isEmpty();
    assertThat(text(dismissed, "/removedReviewers/0/name")).isEqualTo(user.name());
  }
}
