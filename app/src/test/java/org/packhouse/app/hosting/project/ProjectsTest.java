package org.packhouse.app.hosting.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.TakenException;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;

class ProjectsTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingProjects testing = TestingProjects.in(server);
  private final Projects projects = server.get(Projects.class);
  private final ProjectCreation creation = server.get(ProjectCreation.class);
  private final ProjectChanges changes = server.get(ProjectChanges.class);
  private final PermissionStamp stamp = server.get(PermissionStamp.class);

  @Test
  void findsAProjectByItsKeyInAnyCase() {
    Project project = testing.project();
    assertThat(projects.findByKey(project.key().toLowerCase(Locale.ROOT))).contains(project);
    assertThat(projects.findById(project.id())).contains(project);
    assertThat(projects.findByKey(TestingProjects.name("NONE"))).isEmpty();
  }

  @Test
  void storesAKeyInUpperCase() {
    String key = TestingProjects.name("low");
    assertThat(creation.create(new NewProject(key, "Name of " + key, "", false), null))
        .extracting(Project::key, Project::description)
        .containsExactly(key.toUpperCase(Locale.ROOT), null);
  }

  @Test
  void refusesAKeyThatIsTakenInAnotherCase() {
    Project project = testing.project();
    NewProject second =
        new NewProject(project.key().toLowerCase(Locale.ROOT), "Another", null, false);
    assertThatThrownBy(() -> creation.create(second, null))
        .isInstanceOf(TakenException.class)
        .hasMessageContaining("already in use");
  }

  @Test
  void refusesANameThatIsTaken() {
    Project project = testing.project();
    NewProject second =
        new NewProject(
            TestingProjects.name("Q"), project.name().toUpperCase(Locale.ROOT), null, false);
    assertThatThrownBy(() -> creation.create(second, null)).hasMessageContaining("already in use");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "1A", "-A", "_A", "A B", "A..B", "..", "A/B", "A%2FB", "Ä", "A\u0000", "A\n", "~A",
        "A.git", "A-B"
      })
  void refusesAKeyThatBreaksARule(String key) {
    assertThatThrownBy(() -> creation.create(new NewProject(key, "Name", null, false), null))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining(InvalidFieldException.quote(key))
        .hasMessageContaining("begins with a letter");
  }

  @Test
  void refusesAKeyOfThreeHundredCharacters() {
    NewProject project = new NewProject("K".repeat(300), "Name", null, false);
    assertThatThrownBy(() -> creation.create(project, null))
        .hasMessageContaining("(300 characters)")
        .hasMessageContaining("at most 128");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", " A", "A ", "A\tB", "A\u202eB", "A\u0000"})
  void refusesANameThatBreaksARule(String name) {
    NewProject project = new NewProject(TestingProjects.name("K"), name, null, false);
    assertThatThrownBy(() -> creation.create(project, null))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("no control characters");
  }

  @Test
  void acceptsANameInAnyScript() {
    String name = "Größe 大小 " + TestingProjects.name("n");
    Project project =
        creation.create(new NewProject(TestingProjects.name("U"), name, null, true), null);
    assertThat(project.name()).isEqualTo(name);
    assertThat(project.isPublic()).isTrue();
  }

  @Test
  void findsARenamedProjectByItsFormerKeyUntilAnotherTakesIt() {
    Project project = testing.project();
    String newKey = TestingProjects.name("NEW");
    Project renamed = changes.update(project.id(), new ProjectChange(newKey, null, null, null));
    assertThat(renamed.key()).isEqualTo(newKey);
    assertThat(projects.findByKey(project.key())).isEmpty();
    assertThat(projects.findByFormerKey(project.key().toLowerCase(Locale.ROOT))).contains(renamed);

    creation.create(new NewProject(project.key(), "Heir of " + project.key(), null, false), null);
    assertThat(projects.findByFormerKey(project.key())).isEmpty();
  }

  @Test
  void isNoAliasOfItselfAfterItWasRenamedBack() {
    Project project = testing.project();
    String other = TestingProjects.name("OTHER");
    changes.update(project.id(), new ProjectChange(other, null, null, null));
    changes.update(project.id(), new ProjectChange(project.key(), null, null, null));
    assertThat(projects.findByFormerKey(project.key())).isEmpty();
    assertThat(projects.findByFormerKey(other)).contains(project);
  }

  @Test
  void raisesThePermissionStampWhenItsOpennessChanges() {
    Project project = testing.project();
    long before = stamp.current();
    Project opened = changes.update(project.id(), new ProjectChange(null, null, null, true));
    assertThat(opened.isPublic()).isTrue();
    assertThat(stamp.current()).isGreaterThan(before);
  }

  @Test
  void changesNothingWhenNothingIsToChange() {
    Project project = testing.project();
    assertThat(changes.update(project.id(), new ProjectChange(null, project.name(), null, false)))
        .isEqualTo(project);
  }

  @Test
  void goesWhenItIsDeleted() {
    Project project = testing.project();
    changes.delete(project.id());
    assertThat(projects.findByKey(project.key())).isEmpty();
    assertThatThrownBy(() -> changes.delete(project.id()))
        .isInstanceOf(NoSuchProjectException.class);
  }
}
