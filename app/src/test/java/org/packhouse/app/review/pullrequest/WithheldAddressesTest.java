package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.RestOperations;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;

/** E-mail addresses of users, and tokens that belong to nobody. */
class WithheldAddressesTest {

  private static final Pattern VARIABLE =
      Pattern.compile("\\{\\*?(\\w+)(?::(?:[^{}]|\\{[^{}]*})*)?}");

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private User member;
  private User stranger;
  private String commit;
  private long comment;

  @BeforeEach
  void writeToAll() {
    kit = new PullRequestKit(temporary);
    member = kit.user("member", Permission.REPO_WRITE);
    stranger =
        TestingPeople.of(kit.server)
            .createUser(TestingPeople.uniqueName("stranger"), PullRequestKit.PASSWORD);
    for (User user : List.of(member, stranger)) {
      kit.admin.put(
          "admin/users", "{'name':'%s','email':'%s'}".formatted(user.name(), address(user)));
    }
    commit = kit.branch("topic", "new.txt", "new\n");
    TestingRest by = kit.as(member);
    assertThat(kit.open(by, "topic").status()).isEqualTo(201);
    comment = by.post(kit.of(1) + "/comments", "{'text':'Well.'}").json().at("/id").asLong();
    by.put(
        "/rest/comment-likes/latest/%s/comments/%d/reactions/heart".formatted(kit.of(1), comment),
        "{}");
    by.post(kit.path + "/commits/" + commit + "/comments", "{'text':'Hm.'}");
    kit.admin.post(
        kit.path + "/settings/reviewer-groups",
        "{'name':'all','users':[{'name':'%s'}]}".formatted(member.name()));
    kit.admin.post(
        "/rest/branch-permissions/latest/" + kit.path + "/restrictions",
        "{'type':'no-deletes','matcher':{'id':'refs/heads/main','type':{'id':'BRANCH'}},'users':['%s']}"
            .formatted(member.name()));
  }

  private static String address(User user) {
    return "private-of-" + user.name() + "@mail.example";
  }

  @Test
  void areShownToNoTokenOfARepositoryOrProject() {
    List<String> wrong = new ArrayList<>();
    read(token(new TokenOwner.OfRepository(kit.repository.id()), Permission.REPO_ADMIN), wrong);
    read(
        token(new TokenOwner.OfProject(kit.repository.project().id()), Permission.PROJECT_ADMIN),
        wrong);
    assertThat(wrong).isEmpty();
    assertThat(kit.as(stranger).get("users/" + member.slug()).at("/emailAddress"))
        .isEqualTo(address(member));
  }

  @Test
  void areNotFoundByOneAndOnlyReadersAre() {
    TestingRest token =
        token(new TokenOwner.OfRepository(kit.repository.id()), Permission.REPO_ADMIN);
    assertThat(names(token.get("users?limit=1000")))
        .contains(member.name())
        .doesNotContain(stranger.name());
    assertThat(names(token.get("users?filter=" + member.name()))).containsExactly(member.name());
    assertThat(names(token.get("users?filter=private-of-" + member.name()))).isEmpty();
    assertThat(names(kit.as(stranger).get("users?filter=private-of-" + member.name())))
        .containsExactly(member.name());
  }

  @Test
  void ofCommitsAreThoseThatTheCommitHas() {
    TestingRest token =
        token(new TokenOwner.OfRepository(kit.repository.id()), Permission.REPO_READ);
    String written = kit.work.git("log", "-1", "--format=%ae", commit);
    assertThat(token.get(kit.path + "/commits/" + commit).at("/author/emailAddress"))
        .isEqualTo(written);
  }

  private static List<String> names(Response users) {
    List<String> names = new ArrayList<>();
    users.json().at("/values").forEach(it -> names.add(it.at("/name").asString()));
    return names;
  }

  private TestingRest token(TokenOwner owner, Permission permission) {
    return TestingRest.token(
        kit.server, TestingPeople.of(kit.server).token(owner, null, permission).secret());
  }

  private void read(TestingRest token, List<String> wrong) {
    Map<String, String> variables = new HashMap<>();
    for (String name : List.of("key", "projectKey")) {
      variables.put(name, kit.repository.project().key());
    }
    for (String name : List.of("slug", "repositorySlug")) {
      variables.put(name, kit.repository.slug());
    }
    for (String name : List.of("commitId", "commit")) {
      variables.put(name, commit);
    }
    variables.put("userSlug", member.slug());
    variables.put("commentId", Long.toString(comment));
    int shown = 0;
    for (String operation : RestOperations.of(kit.server)) {
      if (operation.startsWith("GET ")) {
        String path =
            VARIABLE
                .matcher(operation.substring(4))
                .replaceAll(
                    found -> Matcher.quoteReplacement(variables.getOrDefault(found.group(1), "1")))
                .replace("**", "new.txt");
        String body =
            token
                .get(
                    path
                        + "?limit=1000&path=new.txt&at=refs/heads/main&state=ALL&permission=REPO_READ")
                .response()
                .body();
        shown += body.contains(member.name()) ? 1 : 0;
        if (body.contains("@mail.example")) {
          wrong.add(path);
        }
      }
    }
    assertThat(shown).isGreaterThan(10);
  }
}
