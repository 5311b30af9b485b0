package org.packhouse.app.review.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.review.build.Reporters;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Conditions of a project and of a repository in it, and which of them are in force. */
class RequiredReportsTest {

  private final TestingServer server = TestingServer.shared();
  private final RequiredReports required = server.get(RequiredReports.class);
  private final Repository repository = TestingProjects.in(server).repository();
  private final Resource ofRepository = new Resource(repository.project(), repository);
  private final Resource ofProject = new Resource(repository.project(), null);

  private static RequiredReport condition(
      Resource resource, String key, boolean mustPass, boolean enforced) {
    return new RequiredReport(
        SettingScope.of(resource), key, key, mustPass, null, Reporters.ANYBODY, enforced);
  }

  private int audited() {
    return server
        .get(JdbcClient.class)
        .sql(
            """
            select count(*) from audit_event
             where action = 'pull-request.required-reports-changed' and subject = ?
            """)
        .param(repository.path())
        .query(Integer.class)
        .single();
  }

  @Test
  void aRepositorysConditionReplacesItsProjectsUntilItIsDeleted() {
    RequiredReport above = condition(ofProject, "lint", true, false);
    RequiredReport own = condition(ofRepository, "lint", false, false);
    RequiredReport other = condition(ofProject, "scan", true, false);
    required.put(ofProject, above);
    required.put(ofProject, other);
    assertThat(required.inForce(repository.id())).containsExactly(above, other);
    required.put(ofRepository, own);
    assertThat(required.of(ofRepository)).containsExactly(own, other);
    assertThat(required.of(ofProject)).containsExactly(above, other);
    assertThat(required.delete(ofRepository, "lint")).isTrue();
    assertThat(required.delete(ofRepository, "lint")).isFalse();
    assertThat(required.of(ofRepository)).containsExactly(above, other);
  }

  @Test
  void anEnforcedConditionHoldsBesidesTheRepositorysOwn() {
    RequiredReport above = condition(ofProject, "lint", false, true);
    RequiredReport own = condition(ofRepository, "lint", true, false);
    required.put(ofProject, above);
    required.put(ofRepository, own);
    assertThat(required.of(ofRepository)).containsExactly(above, own);
    assertThat(required.find(ofRepository, "lint")).contains(own);
    assertThat(required.find(ofProject, "lint")).contains(above);
    assertThat(required.find(ofRepository, "scan")).isEmpty();
  }

  @Test
  void aRepositoryMayNeitherLoosenNorDeleteWhatItsProjectEnforces() {
    required.put(ofProject, condition(ofProject, "lint", true, true));
    assertThatThrownBy(
            () -> required.put(ofRepository, condition(ofRepository, "lint", false, false)))
        .isInstanceOf(ConflictException.class)
        .hasMessageContaining("The project " + repository.project().key() + " enforces")
        .hasMessageContaining("\"lint\"");
    assertThatThrownBy(() -> required.delete(ofRepository, "lint"))
        .isInstanceOf(ConflictException.class);
    assertThat(required.delete(ofProject, "lint")).isTrue();
    required.put(ofRepository, condition(ofRepository, "lint", false, false));
    assertThat(required.of(ofRepository)).hasSize(1);
  }

  @Test
  void theSameConditionAgainIsNoChange() {
    RequiredReport own = condition(ofRepository, "lint", true, false);
    required.put(ofRepository, own);
    int before = audited();
    required.put(ofRepository, own);
    assertThat(audited()).isEqualTo(before).isEqualTo(1);
    required.put(ofRepository, condition(ofRepository, "lint", false, false));
    assertThat(audited()).isEqualTo(2);
  }

  @Test
  void aHundredConditionsAreTheLimitAndAnyOfThemMayChangeStill() {
    for (int i = 0; i < 100; i++) {
      required.put(ofRepository, condition(ofRepository, "lint" + i, true, false));
    }
    assertThatThrownBy(
            () -> required.put(ofRepository, condition(ofRepository, "one-more", true, false)))
        .isInstanceOf(ConflictException.class)
        .hasMessageContaining("at most 100 reports");
    required.put(ofRepository, condition(ofRepository, "lint7", false, false));
    required.put(ofProject, condition(ofProject, "one-more", true, false));
    assertThat(required.of(ofRepository)).hasSize(101);
  }
}
