package org.packhouse.app.review.build;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.EnforcedRule;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingLookup;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps required builds; checks no permission. Those of a project hold besides a repository's. */
@Service
public class RequiredBuildConditions {

  private static final int MAX_CONDITIONS = 100;
  private static final int MAX_KEYS = 100;

  private final RequiredBuildRows rows;
  private final AcceptedReporters reporters;
  private final ScopedSettings settings;
  private final SettingLookup<List<RequiredBuilds>> lookup;

  RequiredBuildConditions(
      RequiredBuildRows rows, AcceptedReporters reporters, ScopedSettings settings) {
    this.rows = rows;
    this.reporters = reporters;
    this.settings = settings;
    lookup = settings.lookup("required-builds", List.of(), rows::list);
  }

  /** Returns the conditions in force, the project's first. */
  public List<RequiredBuilds> list(Resource resource) {
    return lookup.of(resource);
  }

  List<RequiredBuilds> inForce(long repositoryId) {
    return lookup.of(repositoryId);
  }

  /** Returns the reporters that conditions accept for a key, or empty if anybody is. */
  Optional<ReporterRestriction> restriction(Repository repository, String key) {
    List<RequiredBuilds> naming =
        list(new Resource(repository.project(), repository)).stream()
            .filter(it -> !it.reporters().isAnybody() && it.parentKeys().contains(key))
            .toList();
    return naming.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ReporterRestriction(
                path(repository, naming.getFirst()),
                author ->
                    naming.stream().anyMatch(it -> reporters.accepts(it.reporters(), author))));
  }

  private static String path(Repository repository, RequiredBuilds condition) {
    return condition.scope().isProject() ? repository.project().key() : repository.path();
  }

  /** Adds a condition, whatever its id; refused at the maximum. */
  @Transactional
  public RequiredBuilds add(Resource resource, RequiredBuilds wanted) {
    if (own(resource).size() >= MAX_CONDITIONS) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "A project or repository has at most %d conditions of builds.".formatted(MAX_CONDITIONS));
    }
    long id = rows.insert(wanted);
    audit(resource);
    return require(resource, id);
  }

  /** Changes a condition; refuses a repository the conditions of its project. */
  @Transactional
  public RequiredBuilds change(Resource resource, RequiredBuilds wanted) {
    if (!rows.update(wanted)) {
      throw notOwn(resource, wanted.id());
    }
    audit(resource);
    return require(resource, wanted.id());
  }

  /**
   * Deletes a condition; returns false if there is none, and refuses a repository its project's.
   */
  @Transactional
  public boolean delete(Resource resource, long id) {
    boolean deleted = rows.delete(SettingScope.of(resource), id);
    if (deleted) {
      audit(resource);
    } else if (list(resource).stream().anyMatch(it -> it.id() == id)) {
      throw notOwn(resource, id);
    }
    return deleted;
  }

  /** Returns the distinct keys of builds; refuses none, too many, and overlong ones. */
  public static List<String> keys(List<String> given) {
    Set<String> keys = new LinkedHashSet<>();
    given.forEach(
        key -> keys.add(ReportFields.required("buildParentKeys", key, ReportFields.MAX_KEY)));
    if (keys.isEmpty() || keys.size() > MAX_KEYS) {
      throw new InvalidFieldException(
          "buildParentKeys",
          "A condition names 1 to %d builds, not %d.".formatted(MAX_KEYS, keys.size()));
    }
    return List.copyOf(keys);
  }

  private List<RequiredBuilds> own(Resource resource) {
    return list(resource).stream().filter(it -> it.scope().isOf(resource)).toList();
  }

  private RequiredBuilds require(Resource resource, long id) {
    return own(resource).stream()
        .filter(it -> it.id() == id)
        .findFirst()
        .orElseThrow(() -> notOwn(resource, id));
  }

  private void audit(Resource resource) {
    String action =
        resource.repository() == null
            ? "project.required-builds-changed"
            : "repository.required-builds-changed";
    settings.audit(action, resource, Map.of());
  }

  private RefusedException notOwn(Resource resource, long id) {
    if (list(resource).stream().anyMatch(it -> it.id() == id)) {
      return EnforcedRule.refusal(
          resource.project(), "the required builds with the id %d".formatted(id));
    }
    return new NoSuchException(
        Thing.ENTITY,
        "%s has no condition of builds with the id %d.".formatted(resource.path(), id));
  }
}
