package org.packhouse.app.identity.permission;

import java.util.Set;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;

/**
 * The one place that decides. {@code check} throws and guards; {@code test} answers and only
 * decorates. Neither needs a statement once the caller's grants are remembered under the caller's
 * permission stamp.
 */
public interface Permissions {

  /** Whether the caller holds a {@linkplain Permission.Scope#GLOBAL global} permission. */
  boolean test(Caller caller, Permission global);

  /** Whether the caller holds a project permission. */
  boolean test(Caller caller, ProjectId project, Permission permission);

  /** Whether the caller holds a repository permission. */
  boolean test(Caller caller, RepositoryId repository, Permission permission);

  /**
   * Lets those pass who hold the global permission.
   *
   * @throws NotPermittedException if the caller does not
   */
  void check(Caller caller, Permission global);

  /**
   * Lets those pass who hold the permission.
   *
   * @throws NotPermittedException if the caller does not; {@link NotPermittedException#visible()}
   *     tells whether the caller may at least know that the resource exists
   */
  void check(Caller caller, ProjectId project, Permission permission);

  /**
   * Lets those pass who hold the permission.
   *
   * @throws NotPermittedException as for projects
   */
  void check(Caller caller, RepositoryId repository, Permission permission);

  /**
   * What a list may show the caller: ids for one SQL statement, never a test per row.
   *
   * @param permission a project or repository permission
   */
  Visibility visibility(Caller caller, Permission permission);

  /**
   * The answer of {@link #visibility}.
   *
   * @param everything whether the caller holds the permission everywhere
   * @param publicToo whether public resources count as well
   * @param projects projects on which the caller holds it (for a repository permission: on every
   *     repository of them)
   * @param repositories repositories on which the caller holds it by a grant of their own
   */
  record Visibility(
      boolean everything, boolean publicToo, Set<Long> projects, Set<Long> repositories) {}
}
