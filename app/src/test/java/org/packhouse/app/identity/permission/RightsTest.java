package org.packhouse.app.identity.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller.TokenLimit;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;

class RightsTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final Permissions permissions = server.get(Permissions.class);
  private final Repository repository = TestingProjects.in(server).repository();
  private final ProjectId project = new ProjectId(repository.project().id());
  private final RepositoryId repo = new RepositoryId(repository.id());
  private final User user = people.createUser(TestingPeople.uniqueName("rights"), "some password");

  @ParameterizedTest
  @CsvSource({
    "PROJECT_READ,  PROJECT_READ,  REPO_READ",
    "PROJECT_WRITE, PROJECT_WRITE, REPO_WRITE",
    "REPO_CREATE,   REPO_CREATE,   REPO_WRITE",
    "PROJECT_ADMIN, PROJECT_ADMIN, REPO_ADMIN"
  })
  void aProjectPermissionReachesItsRepositories(
      Permission granted, Permission onProject, Permission onRepository) {
    people.grant(user, project, granted);
    assertHolds(people.caller(user), onProject, onRepository);
  }

  @ParameterizedTest
  @CsvSource({"REPO_READ", "REPO_WRITE", "REPO_ADMIN"})
  void aRepositoryPermissionShowsTheProjectAndNoMore(Permission granted) {
    people.grant(user, repo, granted);
    assertHolds(people.caller(user), Permission.PROJECT_VIEW, granted);
  }

  @Test
  void whoWasGrantedNothingSeesNothing() {
    Caller caller = people.caller(user);
    assertThat(permissions.test(caller, project, Permission.PROJECT_VIEW)).isFalse();
    assertThat(permissions.test(caller, repo, Permission.REPO_READ)).isFalse();
    assertThatThrownBy(() -> permissions.check(caller, repo, Permission.REPO_READ))
        .isInstanceOfSatisfying(
            NotPermittedException.class, e -> assertThat(e.visible()).isFalse());
  }

  @Test
  void whoMayReadIsToldThatWritingIsNotPermitted() {
    people.grant(user, repo, Permission.REPO_READ);
    assertThatThrownBy(() -> permissions.check(people.caller(user), repo, Permission.REPO_WRITE))
        .isInstanceOfSatisfying(
            NotPermittedException.class,
            e -> {
              assertThat(e.visible()).isTrue();
              assertThat(e.anonymous()).isFalse();
            });
  }

  @Test
  void aGroupsPermissionIsItsMembersUntilTheyLeave() {
    Group group = people.createGroup(TestingPeople.uniqueName("team"), user);
    people.grant(group, project, Permission.PROJECT_WRITE);
    assertHolds(people.caller(user), Permission.PROJECT_WRITE, Permission.REPO_WRITE);
    server.get(Groups.class).remove(group, user);
    assertThat(permissions.test(people.caller(user), repo, Permission.REPO_READ)).isFalse();
  }

  @Test
  void theHighestOfSeveralGrantsCounts() {
    Group group = people.createGroup(TestingPeople.uniqueName("team"), user);
    people.grant(group, project, Permission.PROJECT_READ);
    people.grant(user, repo, Permission.REPO_WRITE);
    assertHolds(people.caller(user), Permission.PROJECT_READ, Permission.REPO_WRITE);
  }

  @Test
  void aDefaultPermissionIsEverybodysWhoIsSignedIn() {
    server.get(PermissionGrants.class).setDefault(project, Permission.PROJECT_WRITE);
    assertHolds(people.caller(user), Permission.PROJECT_WRITE, Permission.REPO_WRITE);
    assertThat(permissions.test(people.anonymous(), repo, Permission.REPO_READ)).isFalse();
    server.get(PermissionGrants.class).setDefault(project, null);
    assertThat(permissions.test(people.caller(user), repo, Permission.REPO_READ)).isFalse();
  }

  @Test
  void aRevokedGrantIsGoneForTheNextRequest() {
    people.grant(user, repo, Permission.REPO_WRITE);
    assertThat(permissions.test(people.caller(user), repo, Permission.REPO_WRITE)).isTrue();
    people.revoke(user, repo);
    assertThat(permissions.test(people.caller(user), repo, Permission.REPO_READ)).isFalse();
  }

  @Test
  void aNewGrantReplacesTheOldOne() {
    people.grant(user, repo, Permission.REPO_ADMIN);
    people.grant(user, repo, Permission.REPO_READ);
    assertHolds(people.caller(user), Permission.PROJECT_VIEW, Permission.REPO_READ);
  }

  @Test
  void anAdministratorMayDoAllInEveryProject() {
    people.grant(user, Permission.ADMIN);
    Caller caller = people.caller(user);
    assertHolds(caller, Permission.PROJECT_ADMIN, Permission.REPO_ADMIN);
    assertThat(permissions.test(caller, Permission.SYS_ADMIN)).isFalse();
    assertThat(permissions.visibility(caller, Permission.REPO_ADMIN).everything()).isTrue();
  }

  @Test
  void anybodyReadsWhatIsPublicAndWritesNothing() {
    Project open = TestingProjects.in(server).project(true);
    Repository inside = TestingProjects.in(server).repository(open);
    RepositoryId id = new RepositoryId(inside.id());
    Caller nobody = people.anonymous();
    assertThat(permissions.test(nobody, new ProjectId(open.id()), Permission.PROJECT_READ))
        .isTrue();
    assertThat(permissions.test(nobody, id, Permission.REPO_READ)).isTrue();
    assertThat(permissions.test(nobody, id, Permission.REPO_WRITE)).isFalse();
    assertThat(permissions.test(nobody, Permission.LICENSED_USER)).isFalse();
  }

  @Test
  void aPublicRepositoryShowsItsPrivateProjectAndNotItsNeighbours() {
    Repository open = TestingProjects.in(server).publicRepository();
    Repository shut = TestingProjects.in(server).repository(open.project());
    Caller nobody = people.anonymous();
    ProjectId place = new ProjectId(open.project().id());
    assertThat(permissions.test(nobody, place, Permission.PROJECT_VIEW)).isTrue();
    assertThat(permissions.test(nobody, place, Permission.PROJECT_READ)).isFalse();
    assertThat(permissions.test(nobody, new RepositoryId(open.id()), Permission.REPO_READ))
        .isTrue();
    assertThat(permissions.test(nobody, new RepositoryId(shut.id()), Permission.REPO_READ))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "PROJECT_ADMIN, REPO_ADMIN, PROJECT_ADMIN, REPO_ADMIN",
    "PROJECT_READ,  REPO_READ,  PROJECT_READ,  REPO_READ",
    "PROJECT_READ,  REPO_WRITE, PROJECT_READ,  REPO_WRITE",
    "PROJECT_VIEW,  REPO_READ,  PROJECT_VIEW,  REPO_READ"
  })
  void aTokenAllowsNoMoreThanItsLimit(
      Permission limitOfProjects,
      Permission limitOfRepositories,
      Permission onProject,
      Permission onRepository) {
    people.grant(user, project, Permission.PROJECT_ADMIN);
    assertHolds(
        limited(new TokenLimit(Permission.SYS_ADMIN, limitOfProjects, limitOfRepositories)),
        onProject,
        onRepository);
  }

  @Test
  void aTokenAllowsNoMoreThanItsUserMay() {
    people.grant(user, project, Permission.PROJECT_READ);
    assertHolds(
        limited(
            new TokenLimit(Permission.SYS_ADMIN, Permission.PROJECT_ADMIN, Permission.REPO_ADMIN)),
        Permission.PROJECT_READ,
        Permission.REPO_READ);
  }

  @Test
  void aTokenCarriesNoGlobalPermissionAboveItsLimit() {
    people.grant(user, Permission.ADMIN);
    Caller.SignedIn whole =
        limited(
            new TokenLimit(Permission.SYS_ADMIN, Permission.PROJECT_ADMIN, Permission.REPO_ADMIN));
    assertThat(permissions.test(whole, Permission.ADMIN)).isTrue();
    Caller withheld = whole.withoutAdministrationByToken();
    assertThat(permissions.test(withheld, Permission.PROJECT_CREATE)).isTrue();
    assertThatThrownBy(() -> permissions.check(withheld, Permission.ADMIN))
        .hasMessage("An access token does not carry the permission ADMIN here; use a password.");
    assertThatThrownBy(() -> permissions.check(withheld, Permission.SYS_ADMIN))
        .hasMessage("You are not permitted to access this resource");
    assertThat(permissions.visibility(withheld, Permission.PROJECT_ADMIN).everything()).isTrue();
    Caller.SignedIn lesser =
        limited(
            new TokenLimit(
                Permission.LICENSED_USER, Permission.PROJECT_WRITE, Permission.REPO_ADMIN));
    assertThat(lesser.withoutAdministrationByToken()).isEqualTo(lesser);
    assertThat(permissions.test(lesser, Permission.ADMIN)).isFalse();
    assertThat(permissions.test(lesser, Permission.LICENSED_USER)).isTrue();
    assertThat(permissions.visibility(lesser, Permission.PROJECT_ADMIN).everything()).isFalse();
  }

  @Test
  void anAccessKeyOpensItsResourceOnly() {
    Repository other = TestingProjects.in(server).repository(repository.project());
    Caller key = bound(Map.of(repo, Permission.REPO_WRITE));
    assertHolds(key, Permission.PROJECT_VIEW, Permission.REPO_WRITE);
    assertThat(permissions.test(key, new RepositoryId(other.id()), Permission.REPO_READ)).isFalse();
    assertThat(permissions.test(key, Permission.LICENSED_USER)).isFalse();
  }

  @Test
  void aProjectsTokenMayHoldMoreOnRepositoriesThanOnTheProject() {
    assertHolds(
        bound(Map.of(project, Permission.REPO_ADMIN)),
        Permission.PROJECT_READ,
        Permission.REPO_ADMIN);
    assertHolds(
        bound(Map.of(project, Permission.PROJECT_WRITE)),
        Permission.PROJECT_WRITE,
        Permission.REPO_WRITE);
  }

  private Caller.SignedIn limited(TokenLimit limit) {
    Caller now = people.caller(user);
    return new Caller.SignedIn(people.user(user.name()), limit, now.permissionStamp());
  }

  private Caller bound(Map<ResourceId, Permission> grants) {
    return new Caller.ResourceBound("access-key:0", grants, people.anonymous().permissionStamp());
  }

  /** Asserts that these are held with all below them and none above, on lists as on tests. */
  private void assertHolds(Caller caller, Permission onProject, Permission onRepository) {
    for (Permission permission : Permission.values()) {
      if (permission.scope() == Permission.Scope.PROJECT) {
        boolean held = onProject.includes(permission);
        assertThat(permissions.test(caller, project, permission))
            .as("%s", permission)
            .isEqualTo(held);
        var visible = permissions.visibility(caller, permission);
        assertThat(visible.everything() || visible.projects().contains(project.id()))
            .as("lists by %s", permission)
            .isEqualTo(held);
      } else if (permission.scope() == Permission.Scope.REPOSITORY) {
        boolean held = onRepository.includes(permission);
        assertThat(permissions.test(caller, repo, permission)).as("%s", permission).isEqualTo(held);
        var visible = permissions.visibility(caller, permission);
        assertThat(
                visible.everything()
                    || visible.projects().contains(project.id())
                    || visible.repositories().contains(repo.id()))
            .as("lists by %s", permission)
            .isEqualTo(held);
      }
    }
  }
}
