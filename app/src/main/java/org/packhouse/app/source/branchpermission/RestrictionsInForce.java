package org.packhouse.app.source.branchpermission;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.ResourceHierarchy;
import org.packhouse.app.source.branch.model.BranchModel;
import org.packhouse.app.source.branch.model.BranchModels;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.springframework.stereotype.Component;

/**
 * The branch permissions that hold for repositories, in memory as of a permission stamp. Each
 * change of a branch permission, of a branch model or of a repository's place raises the stamp in
 * its transaction, so it counts from the next request on, on every node; and as a push has read the
 * stamp with who asks, it reads nothing more for repositories that it finds here.
 */
@Component
class RestrictionsInForce {

  static final int MAX_PERMISSIONS = 500;
  private static final int REMEMBERED = 10_000;

  private final BranchPermissionRows rows;
  private final ResourceHierarchy hierarchy;
  private final PermissionStamp stamp;
  private final Repositories repositories;
  private final BranchModels models;
  private final Cache<Long, Remembered> known =
      Caffeine.newBuilder().maximumSize(REMEMBERED).build();

  RestrictionsInForce(
      BranchPermissionRows rows,
      ResourceHierarchy hierarchy,
      PermissionStamp stamp,
      Repositories repositories,
      BranchModels models) {
    this.rows = rows;
    this.hierarchy = hierarchy;
    this.stamp = stamp;
    this.repositories = repositories;
    this.models = models;
  }

  /**
   * The branch permissions that hold for a repository.
   *
   * @param model null: no matcher refers to it
   * @param ofProject the model of the project; null: likewise
   */
  record InForce(
      List<BranchPermission> permissions,
      @Nullable BranchModel model,
      @Nullable BranchModel ofProject) {
    static final InForce NOTHING = new InForce(List.of(), null, null);
  }

  private record Remembered(long stamp, InForce inForce) {}

  /** What holds for a repository now. */
  InForce of(long repositoryId) {
    long now = stamp.inUse();
    Remembered present = known.getIfPresent(repositoryId);
    if (present != null && present.stamp() == now) {
      return present.inForce();
    }
    InForce read = read(repositoryId, now);
    known.put(repositoryId, new Remembered(now, read));
    return read;
  }

  private InForce read(long repositoryId, long now) {
    ResourceHierarchy.Place place = hierarchy.placeOfRepository(repositoryId, now);
    if (place == null) {
      return InForce.NOTHING;
    }
    List<BranchPermission> permissions =
        rows.list(
            repositoryId,
            place.projectId(),
            BranchPermissionRows.Filter.NONE,
            0,
            2 * MAX_PERMISSIONS);
    if (permissions.isEmpty()) {
      return InForce.NOTHING;
    }
    boolean asksModel =
        permissions.stream()
            .map(permission -> permission.matcher().type())
            .anyMatch(type ->
                type == RefMatcher.Type.MODEL_BRANCH || type == RefMatcher.Type.MODEL_CATEGORY);
    Optional<Repository> repository =
        asksModel ? repositories.findById(repositoryId) : Optional.empty();
    return new InForce(
        permissions,
        repository.map(models::of).orElse(null),
        repository.map(it -> models.of(it.project())).orElse(null));
  }
}
