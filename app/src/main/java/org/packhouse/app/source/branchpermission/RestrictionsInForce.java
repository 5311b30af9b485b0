package org.packhouse.app.source.branchpermission;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingLookup;
import org.packhouse.app.source.branch.model.BranchModel;
import org.packhouse.app.source.branch.model.BranchModels;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.springframework.stereotype.Component;

/**
 * Keeps the branch permissions in force by repository, under the permission stamp, which each
 * change of a permission, a branching model or a repository's project raises.
 */
@Component
class RestrictionsInForce {

  static final int MAX_PERMISSIONS = 500;

  private final BranchPermissionRows rows;
  private final Repositories repositories;
  private final BranchModels models;
  private final SettingLookup<InForce> lookup;

  RestrictionsInForce(
      BranchPermissionRows rows,
      ScopedSettings settings,
      Repositories repositories,
      BranchModels models) {
    this.rows = rows;
    this.repositories = repositories;
    this.models = models;
    lookup = settings.lookup("branch-permissions", InForce.NOTHING, this::read);
  }

  /**
   * The permissions of a repository, and its own and its project's branching model if a matcher
   * refers to one.
   */
  record InForce(
      List<BranchPermission> permissions,
      @Nullable BranchModel model,
      @Nullable BranchModel ofProject) {
    static final InForce NOTHING = new InForce(List.of(), null, null);
  }

  InForce of(long repositoryId) {
    return lookup.remembered(repositoryId);
  }

  private InForce read(@Nullable Long repositoryId, long projectId) {
    List<BranchPermission> permissions =
        rows.list(repositoryId, projectId, BranchPermissionFilter.NONE, 0, 2 * MAX_PERMISSIONS);
    if (permissions.isEmpty()) {
      return InForce.NOTHING;
    }
    boolean asksModel =
        permissions.stream()
            .map(permission -> permission.matcher().type())
            .anyMatch(type ->
                type == RefMatcher.Type.MODEL_BRANCH || type == RefMatcher.Type.MODEL_CATEGORY);
    Optional<Repository> repository =
        asksModel && repositoryId != null ? repositories.findById(repositoryId) : Optional.empty();
    return new InForce(
        permissions,
        repository.map(models::of).orElse(null),
        repository.map(it -> models.of(it.project())).orElse(null));
  }
}
