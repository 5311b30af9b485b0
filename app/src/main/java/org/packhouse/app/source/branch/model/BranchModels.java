package org.packhouse.app.source.branch.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.storage.refs.Refs;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps branching models; checks no permission. Each change raises the permission stamp. */
@Service
public class BranchModels {

  private final BranchModelRows rows;
  private final Refs refs;
  private final ScopedSettings settings;

  BranchModels(BranchModelRows rows, Refs refs, ScopedSettings settings) {
    this.rows = rows;
    this.refs = refs;
    this.settings = settings;
  }

  /** Returns the repository's model, else its project's, else the built-in one. */
  public BranchModel of(Repository repository) {
    return rows.find(repository.id(), repository.project().id()).orElse(BranchModel.UNSET);
  }

  /** Returns the repository's model with its default branch. */
  public BranchModelInUse inUse(Repository repository) throws IOException {
    return new BranchModelInUse(
        of(repository), refs.snapshot(repository.id()).headTarget(), of(repository.project()));
  }

  /** Returns a supplier for ref matchers, which read the model only if they refer to it. */
  public Supplier<BranchModelInUse> lazily(Repository repository) {
    return () -> {
      try {
        return inUse(repository);
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read the refs of " + repository.path(), e);
      }
    };
  }

  /** Returns the project's model, else the built-in one. */
  public BranchModel of(Project project) {
    return rows.find(null, project.id()).orElse(BranchModel.UNSET);
  }

  /** Sets the model of a project or repository; null removes it, so that the one above holds. */
  @Transactional
  public void set(Resource resource, @Nullable BranchModel model) {
    settings.raiseStamp();
    SettingScope scope = SettingScope.of(resource);
    Optional<BranchModel> before = rows.find(scope.repositoryId(), resource.project().id());
    rows.delete(scope);
    if (model != null) {
      rows.insert(scope, model);
    }
    String action =
        scope.isProject() ? "project.branch-model-changed" : "repository.branch-model-changed";
    Map<String, String> details = new LinkedHashMap<>();
    details.put("before", before.map(BranchModels::shown).orElse("none"));
    details.put("after", model == null ? "none" : shown(model));
    settings.audit(action, resource, details);
  }

  private static String shown(BranchModel model) {
    List<String> prefixes =
        model.types().stream()
            .filter(BranchModel.Type::enabled)
            .map(BranchModel.Type::prefix)
            .toList();
    return "development %s, production %s, %s"
        .formatted(shown(model.development()), shown(model.production()), prefixes);
  }

  private static String shown(BranchModel.@Nullable Target target) {
    if (target == null) {
      return "none";
    }
    return target.refName() == null ? "default branch" : target.refName();
  }
}
