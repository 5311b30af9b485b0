package org.packhouse.app.source.branchpermission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.packhouse.app.source.branchpermission.BranchPermission.Exempt;
import org.packhouse.app.source.branchpermission.BranchPermissions.Draft;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.packhouse.hooks.RefRestriction;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Moves refs of a real repository at random under branch permissions that change all the time, and
 * compares what becomes of each with the rules written down plainly.
 */
class BranchPermissionModelTest {

  private static final int REQUESTS = 1000;
  private static final String MAIN = "refs/heads/main";
  private static final List<String> REFS =
      List.of(
          MAIN,
          "refs/heads/live",
          "refs/heads/release/1.0",
          "refs/heads/release/old/0.9",
          "refs/tags/v1",
          "refs/tags/release/1.0");
  private static final List<RefMatcher> MATCHERS =
      List.of(
          RefMatcher.ANY,
          new RefMatcher(RefMatcher.Type.BRANCH, MAIN),
          new RefMatcher(RefMatcher.Type.PATTERN, "release/*"),
          new RefMatcher(RefMatcher.Type.PATTERN, "refs/heads/release/**"),
          new RefMatcher(RefMatcher.Type.PATTERN, "tags/"),
          new RefMatcher(RefMatcher.Type.MODEL_BRANCH, "development"),
          new RefMatcher(RefMatcher.Type.MODEL_CATEGORY, "RELEASE"));

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final Project project = TestingProjects.in(server).project();
  private final Repository repository = TestingProjects.in(server).repository(project);
  private final Random random = new Random(20261125);
  private final Map<Rule, Exempt> rules = new HashMap<>();
  private final Map<String, ObjectId> refs = new HashMap<>();
  private final List<ObjectId> commits = new ArrayList<>();
  private final List<Person> persons = new ArrayList<>();

  @TempDir private Path directory;
  private long groupId;
  private long keyId;

  /** A rule; each project and each repository has one of a kind at most. */
  private record Rule(boolean ofProject, RefMatcher matcher, RefRestriction type) {}

  private record Person(Actor actor, boolean inGroup, boolean byKey) {}

  /** Makes four commits, each on the one before it, and another one on the first. */
  private void prepare() {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    for (int i = 0; i < 4; i++) {
      commits.add(ObjectId.fromString(work.commit("file", "" + i)));
    }
    work.git("branch", "line");
    work.git("reset", "--quiet", "--hard", commits.getFirst().name());
    commits.add(ObjectId.fromString(work.commit("file", "aside")));
    work.git("branch", "aside");
    work.git("reset", "--quiet", "--hard", commits.getFirst().name());
    work.git("push", "--quiet", server.cloneUrl(repository), "main", "line", "aside");
    refs.put(MAIN, commits.getFirst());
    User member = people.createUser(TestingPeople.uniqueName("member"), "a-password");
    User other = people.createUser(TestingPeople.uniqueName("other"), "a-password");
    String group = people.createGroup(TestingPeople.uniqueName("crowd"), member).name();
    groupId = server.get(Groups.class).findByName(group).orElseThrow().id();
    try (TestingSsh ssh = TestingSsh.of(server)) {
      Path _ = ssh.createAccessKey(repository, "REPO_WRITE");
    }
    keyId =
        server
            .get(JdbcClient.class)
            .sql("select ssh_key_id from access_key where repository_id = ?")
            .param(repository.id())
            .query(Long.class)
            .single();
    persons.add(new Person(new Actor(member.id(), member.name()), true, false));
    persons.add(new Person(new Actor(other.id(), other.name()), false, false));
    persons.add(new Person(new Actor(null, "access-key:" + keyId), false, true));
    persons.add(new Person(new Actor(null, "access-token:" + keyId), false, false));
  }

  private boolean isAncestor(ObjectId old, ObjectId then) {
    int from = commits.indexOf(old);
    int to = commits.indexOf(then);
    return from == 0 || from == to || (to < 4 && from < to);
  }

  @Test
  void aThousandRandomRequestsEndAsThePlainModelSays() throws IOException {
    prepare();
    int asked = 0;
    int refused = 0;
    while (asked < REQUESTS) {
      if (random.nextInt(3) == 0) {
        changeRules();
      }
      Person person = any(persons);
      RefCause cause = any(List.of(RefCause.PUSH, RefCause.EDIT, RefCause.MERGE));
      List<RefChange> changes = changes();
      RefRequest request = RefRequest.of(repository.id(), person.actor(), cause, changes);
      for (RefUpdates.Result result :
          server.get(RefUpdates.class).apply(RefUpdates.Update.each(request), null)) {
        boolean expected = isForbidden(result.change(), cause, person);
        assertThat(result.refusal() != null)
            .as("%s by %s, %s, under %s", result, person, cause, rules)
            .isEqualTo(expected);
        assertThat(result.moved()).as(result.toString()).isNotEqualTo(expected);
        if (result.moved()) {
          refs.put(result.change().refName(), result.change().newId());
        } else {
          refused++;
        }
        asked++;
      }
      refs.values().removeIf(ObjectId.zeroId()::equals);
    }
    assertThat(refused).isBetween(REQUESTS / 10, REQUESTS * 9 / 10);
  }

  private List<RefChange> changes() {
    List<String> names = new ArrayList<>(REFS);
    Collections.shuffle(names, random);
    return names.stream().limit(1 + random.nextInt(REFS.size())).map(this::change).toList();
  }

  /** HEAD's branch cannot be deleted at all. */
  private RefChange change(String name) {
    ObjectId old = refs.getOrDefault(name, ObjectId.zeroId());
    boolean deletes =
        !old.equals(ObjectId.zeroId()) && !name.equals(MAIN) && random.nextInt(3) == 0;
    List<ObjectId> others = commits.stream().filter(id -> !id.equals(old)).toList();
    return new RefChange(name, old, deletes ? ObjectId.zeroId() : any(others));
  }

  private void changeRules() {
    BranchPermissions permissions = server.get(BranchPermissions.class);
    for (Rule rule : List.copyOf(rules.keySet())) {
      if (random.nextBoolean()) {
        rules.remove(rule);
        permissions.list(resource(rule)).stream()
            .filter(it -> it.scope().isOf(resource(rule)))
            .filter(it -> it.matcher().equals(rule.matcher()) && it.type() == rule.type())
            .forEach(it -> permissions.remove(resource(rule), it.id()));
      }
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      Rule rule =
          new Rule(random.nextBoolean(), any(MATCHERS), any(List.of(RefRestriction.values())));
      Exempt exempt =
          new Exempt(
              persons.stream()
                  .map(person -> person.actor().userId())
                  .filter(id -> id != null && random.nextInt(4) == 0)
                  .collect(Collectors.toSet()),
              random.nextInt(4) == 0 ? Set.of(groupId) : Set.of(),
              random.nextInt(4) == 0 ? Set.of(keyId) : Set.of());
      rules.put(rule, exempt);
      permissions.set(
          resource(rule), List.of(new Draft(null, rule.matcher(), rule.type(), exempt)));
    }
  }

  private Resource resource(Rule rule) {
    return new Resource(project, rule.ofProject() ? null : repository);
  }

  private boolean isForbidden(RefChange change, RefCause cause, Person person) {
    boolean makes = change.oldId().equals(ObjectId.zeroId());
    boolean deletes = change.newId().equals(ObjectId.zeroId());
    boolean moves = !makes && !deletes;
    for (Map.Entry<Rule, Exempt> each : rules.entrySet()) {
      boolean forbids =
          switch (each.getKey().type()) {
            case READ_ONLY -> true;
            case NO_DELETES -> deletes;
            case NO_CREATES -> makes;
            case PULL_REQUEST_ONLY -> moves && cause != RefCause.MERGE;
            case FAST_FORWARD_ONLY -> moves && !isAncestor(change.oldId(), change.newId());
          };
      if (forbids
          && isMatch(each.getKey().matcher(), change.refName())
          && !isExempt(each.getValue(), person)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isMatch(RefMatcher matcher, String ref) {
    return switch (MATCHERS.indexOf(matcher)) {
      case 0 -> true;
      case 1, 5 -> ref.equals(MAIN);
      case 2 -> ref.endsWith("/release/1.0");
      case 3, 6 -> ref.startsWith("refs/heads/release/");
      case 4 -> ref.startsWith("refs/tags/");
      default -> throw new AssertionError(matcher);
    };
  }

  private static boolean isExempt(Exempt exempt, Person person) {
    Long user = person.actor().userId();
    return (user != null && exempt.users().contains(user))
        || (person.inGroup() && !exempt.groups().isEmpty())
        || (person.byKey() && !exempt.keys().isEmpty());
  }

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
