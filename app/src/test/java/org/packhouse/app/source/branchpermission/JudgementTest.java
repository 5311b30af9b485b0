package org.packhouse.app.source.branchpermission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.source.branch.model.BranchModel;
import org.packhouse.app.source.branch.model.BranchModelInUse;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.packhouse.app.source.branchpermission.BranchPermission.Exempt;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRestriction;

/** Judges random changes, and compares with the rules written down once more, plainly. */
class JudgementTest {

  private static final int REQUESTS = 1000;
  private static final ObjectId ONE = ObjectId.fromString("1".repeat(40));
  private static final ObjectId TWO = ObjectId.fromString("2".repeat(40));
  private static final List<String> REFS =
      List.of(
          "refs/heads/main",
          "refs/heads/live",
          "refs/heads/release/1.0",
          "refs/heads/release/old/0.9",
          "refs/heads/feature/a",
          "refs/tags/v1",
          "refs/tags/release/1.0");
  private static final List<RefMatcher> MATCHERS =
      List.of(
          RefMatcher.ANY,
          new RefMatcher(RefMatcher.Type.BRANCH, "refs/heads/main"),
          new RefMatcher(RefMatcher.Type.BRANCH, "refs/heads/release/1.0"),
          new RefMatcher(RefMatcher.Type.PATTERN, "release/*"),
          new RefMatcher(RefMatcher.Type.PATTERN, "refs/heads/release/**"),
          new RefMatcher(RefMatcher.Type.PATTERN, "tags/"),
          new RefMatcher(RefMatcher.Type.MODEL_BRANCH, "development"),
          new RefMatcher(RefMatcher.Type.MODEL_BRANCH, "production"),
          new RefMatcher(RefMatcher.Type.MODEL_CATEGORY, "RELEASE"));
  private static final BranchModelInUse MODEL =
      new BranchModelInUse(
          new BranchModel(
              SettingScope.SERVER,
              new BranchModel.Target(null),
              new BranchModel.Target("refs/heads/live"),
              List.of(new BranchModel.Type(BranchModel.Kind.RELEASE, "release/", true))),
          "refs/heads/main");

  /** Somebody with the groups that are known of them. */
  private record Person(Actor actor, Set<Long> groups) {}

  private static final List<Person> PEOPLE =
      List.of(
          new Person(new Actor(1L, "ada"), Set.of()),
          new Person(new Actor(2L, "grace"), Set.of(10L, 11L)),
          new Person(new Actor(3L, "access-key:7"), Set.of(12L)),
          new Person(new Actor(null, "access-key:7"), Set.of()),
          new Person(new Actor(null, "access-key:8"), Set.of()),
          new Person(new Actor(null, "access-token:7"), Set.of()));

  private final Random random = new Random(20261123);

  @Test
  void judgesAThousandRandomChangesAsAPlainModelDoes() {
    int forbidden = 0;
    for (int i = 0; i < REQUESTS; i++) {
      List<BranchPermission> permissions = permissions();
      Person person = any(PEOPLE);
      RefChange change = change();
      RefCause cause =
          any(List.of(RefCause.PUSH, RefCause.MERGE, RefCause.EDIT, RefCause.FORK_SYNC));
      Judgement judgement = new Judgement(permissions, () -> MODEL, person::groups);
      boolean expected = plainly(permissions, change, cause, person);
      String what = "%s %s %s %s".formatted(permissions, change, cause, person);
      assertThat(judgement.against(change, cause, person.actor()).isPresent())
          .as(what)
          .isEqualTo(expected);
      assertThat(judgement.againstRewriting(change, person.actor()).isPresent())
          .as(what)
          .isEqualTo(plainlyKept(permissions, change, person));
      forbidden += expected ? 1 : 0;
    }
    assertThat(forbidden).isBetween(REQUESTS / 10, REQUESTS * 9 / 10);
  }

  private static boolean plainly(
      List<BranchPermission> permissions, RefChange change, RefCause cause, Person person) {
    boolean makes = change.oldId().equals(ObjectId.zeroId());
    boolean deletes = change.newId().equals(ObjectId.zeroId());
    for (BranchPermission permission : permissions) {
      boolean forbids =
          switch (permission.type()) {
            case READ_ONLY -> true;
            case NO_DELETES -> deletes;
            case NO_CREATES -> makes;
            case PULL_REQUEST_ONLY -> !makes && !deletes && cause != RefCause.MERGE;
            case FAST_FORWARD_ONLY -> false;
          };
      if (forbids && holds(permission, change.refName(), person)) {
        return true;
      }
    }
    return false;
  }

  private static boolean plainlyKept(
      List<BranchPermission> permissions, RefChange change, Person person) {
    return change.kind() == RefChange.Kind.UPDATE
        && permissions.stream()
            .anyMatch(permission ->
                permission.type() == RefRestriction.FAST_FORWARD_ONLY
                    && holds(permission, change.refName(), person));
  }

  private static boolean holds(BranchPermission permission, String ref, Person person) {
    return REFS.stream().filter(plainMatch(permission.matcher())).anyMatch(ref::equals)
        && !isExempt(permission.exempt(), person);
  }

  private static java.util.function.Predicate<String> plainMatch(RefMatcher matcher) {
    return switch (MATCHERS.indexOf(matcher)) {
      case 0 -> _ -> true;
      case 1, 6 -> ref -> ref.equals("refs/heads/main");
      case 2 -> ref -> ref.equals("refs/heads/release/1.0");
      case 3 -> ref -> ref.endsWith("/release/1.0");
      case 4, 8 -> ref -> ref.startsWith("refs/heads/release/");
      case 5 -> ref -> ref.startsWith("refs/tags/");
      case 7 -> ref -> ref.equals("refs/heads/live");
      default -> throw new AssertionError(matcher);
    };
  }

  private static boolean isExempt(Exempt exempt, Person person) {
    Long user = person.actor().userId();
    if (user == null) {
      return person.actor().name().equals("access-key:7") && exempt.keys().contains(7L);
    }
    boolean byGroup = person.groups().stream().anyMatch(exempt.groups()::contains);
    return exempt.users().contains(user) || byGroup;
  }

  private List<BranchPermission> permissions() {
    List<BranchPermission> permissions = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      permissions.add(
          new BranchPermission(
              i,
              SettingScope.of(random.nextBoolean() ? new ProjectId(1) : new RepositoryId(2)),
              any(MATCHERS),
              any(List.of(RefRestriction.values())),
              new Exempt(some(1L, 2L, 3L), some(10L, 12L), some(7L, 9L))));
    }
    return permissions;
  }

  private Set<Long> some(Long... ids) {
    return Set.copyOf(
        List.of(ids).stream()
            .filter(_ -> random.nextInt(4) == 0)
            .map(Function.identity())
            .toList());
  }

  private RefChange change() {
    return switch (random.nextInt(4)) {
      case 0 -> new RefChange(any(REFS), ObjectId.zeroId(), ONE);
      case 1 -> new RefChange(any(REFS), ONE, ObjectId.zeroId());
      default -> new RefChange(any(REFS), ONE, TWO);
    };
  }

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
