package org.packhouse.app.upkeep.imports;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.NewRepository;
import org.packhouse.app.identity.user.User;

/**
 * A repository that shall come from elsewhere.
 *
 * @param repository what it shall be here
 * @param administrator is granted {@code REPO_ADMIN} on it; null: nobody is
 * @param origin where it comes from
 */
public record NewImport(
    Project project, NewRepository repository, @Nullable User administrator, Origin origin) {

  /** The place that a repository comes from. */
  public sealed interface Origin {}

  /**
   * Another server.
   *
   * @param url {@code http} or {@code https}; credentials in it count if there are no others
   */
  public record OfUrl(@Nullable String url, @Nullable NewCredentials credentials)
      implements Origin {
    @Override
    public String toString() {
      // The URL may have a password in it.
      return "OfUrl[***]";
    }
  }

  /**
   * A directory of this server: only for system administrators.
   *
   * @param path absolute, or below {@code import.local.root}
   */
  public record OfDirectory(@Nullable String path) implements Origin {}
}
