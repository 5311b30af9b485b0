package org.packhouse.app.hosting.repository.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.setting.SettingScope.Level;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** Scopes of settings, and settings merged along them. */
class SettingScopeTest {

  private static final SettingScope PROJECT = SettingScope.of(new ProjectId(7));
  private static final SettingScope REPOSITORY = SettingScope.of(new RepositoryId(8));

  @Test
  void namesOneColumn() {
    assertThat(PROJECT.column()).isEqualTo("project_id");
    assertThat(PROJECT.projectId()).isEqualTo(7);
    assertThat(PROJECT.repositoryId()).isNull();
    assertThat(REPOSITORY.column()).isEqualTo("repository_id");
    assertThat(REPOSITORY.projectId()).isNull();
    assertThat(REPOSITORY.repositoryId()).isEqualTo(8);
  }

  @Test
  void theServerHasNoId() {
    assertThat(SettingScope.SERVER.projectId()).isNull();
    assertThat(SettingScope.SERVER.repositoryId()).isNull();
    assertThatThrownBy(SettingScope.SERVER::id).isInstanceOf(IllegalStateException.class);
    assertThat(ScopeView.of(SettingScope.SERVER)).isEqualTo(new ScopeView(Level.GLOBAL, null));
  }

  @Test
  void onlyAProjectEnforcesARule() {
    EnforcedRule.requireProject(PROJECT);
    assertThatThrownBy(() -> EnforcedRule.requireProject(REPOSITORY))
        .isInstanceOf(InvalidFieldException.class);
  }

  @Test
  void aRepositorysSettingOverridesItsProjectsOfTheSameKey() {
    record Setting(String key, SettingScope scope) {}

    Setting inherited = new Setting("a", PROJECT);
    Setting overridden = new Setting("b", PROJECT);
    Setting own = new Setting("b", REPOSITORY);
    assertThat(
            ScopedSettings.merged(
                List.of(inherited, overridden, own), Setting::key, (_, repositorys) -> repositorys))
        .isEqualTo(Map.of("a", inherited, "b", own));
  }
}
