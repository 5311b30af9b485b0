package org.packhouse.app.source.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.hooks.builtin.BuiltInHook;

/** Hooks of a project and of a repository in it, as they are set, enforced and reset. */
class HookSettingsTest {

  private static final BuiltInHook SIZE =
      BuiltInHooks.of("org.packhouse.hooks:max-file-size").orElseThrow();
  private static final Map<String, Object> TEN = Map.of("maxBytes", 10);
  private static final Map<String, Object> HUNDRED = Map.of("maxBytes", 100);

  private final TestingServer server = TestingServer.shared();
  private final HookSettings settings = server.get(HookSettings.class);
  private final Repository repository = TestingProjects.in(server).repository();
  private final Resource ofRepository = new Resource(repository.project(), repository);
  private final Resource ofProject = new Resource(repository.project(), null);

  private HookSetting held(Resource resource) {
    return Objects.requireNonNull(settings.of(resource).get(SIZE.key()));
  }

  @Test
  void valuesStayWhereNoneAreGiven() {
    settings.set(ofRepository, SIZE, true, TEN);
    settings.set(ofRepository, SIZE, false, null);
    assertThat(held(ofRepository).enabled()).isFalse();
    assertThat(held(ofRepository).settings()).isEqualTo(TEN);
    settings.set(ofRepository, SIZE, true, null);
    assertThat(held(ofRepository).valuesInForce()).containsExactly(TEN);
  }

  @Test
  void aRepositoryWithoutValuesFollowsThoseOfItsProject() {
    settings.set(ofProject, SIZE, true, TEN);
    settings.set(ofRepository, SIZE, true, null);
    assertThat(held(ofRepository).valuesInForce()).containsExactly(TEN);
    settings.set(ofProject, SIZE, false, HUNDRED);
    assertThat(held(ofRepository).enabled()).isTrue();
    assertThat(held(ofRepository).valuesInForce()).containsExactly(HUNDRED);
    settings.reset(ofRepository, SIZE);
    assertThat(held(ofRepository).enabled()).isFalse();
  }

  @Test
  void aValueThatBreaksARuleOfTheHookIsRefusedWithTheNameOfItsField() {
    assertThatThrownBy(() -> settings.set(ofRepository, SIZE, false, Map.of("maxBytes", 0)))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("maxBytes");
    assertThat(settings.of(ofRepository)).isEmpty();
  }

  @Test
  void whatIsOffIsNotEnforced() {
    assertThatThrownBy(() -> settings.enforce(repository.project(), SIZE, true))
        .isInstanceOf(ConflictException.class)
        .hasMessageContaining("is off in the project " + repository.project().key());
    settings.set(ofProject, SIZE, false, TEN);
    assertThatThrownBy(() -> settings.enforce(repository.project(), SIZE, true))
        .isInstanceOf(ConflictException.class);
  }

  @Test
  void aRepositoryMayBeStricterThanWhatItsProjectEnforcesAndNotLaxer() {
    settings.set(ofProject, SIZE, true, TEN);
    settings.enforce(repository.project(), SIZE, true);
    assertThatThrownBy(() -> settings.set(ofRepository, SIZE, true, HUNDRED))
        .isInstanceOf(ConflictException.class)
        .hasMessageContaining("enforces the hook");
    assertThatThrownBy(() -> settings.set(ofRepository, SIZE, false, null))
        .isInstanceOf(ConflictException.class);
    Map<String, Object> five = Map.of("maxBytes", 5);
    settings.set(ofRepository, SIZE, true, five);
    assertThat(held(ofRepository).valuesInForce()).containsExactly(five, TEN);
  }

  @Test
  void changedValuesOfAProjectStayEnforcedUntilTheHookIsOff() {
    settings.set(ofProject, SIZE, true, TEN);
    settings.enforce(repository.project(), SIZE, true);
    settings.set(ofProject, SIZE, true, HUNDRED);
    assertThat(held(ofProject).enforced()).isTrue();
    settings.set(ofProject, SIZE, false, null);
    settings.set(ofProject, SIZE, true, null);
    assertThat(held(ofProject).enforced()).isFalse();
    assertThat(held(ofProject).settings()).isEqualTo(HUNDRED);
  }
}
