package org.packhouse.app.upkeep.imports;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.NewRepository;
import org.packhouse.app.identity.user.User;

/** A requested import; the administrator is granted {@code REPO_ADMIN}. */
public record NewImport(
    Project project, NewRepository repository, @Nullable User administrator, Origin origin) {

  public sealed interface Origin {}

  /** An {@code http} or {@code https} URL, whose own credentials count if no others are given. */
  public record OfUrl(@Nullable String url, @Nullable NewCredentials credentials)
      implements Origin {
    @Override
    public String toString() {
      // The URL may have a password in it.
      return "OfUrl[***]";
    }
  }

  /** A directory of this server, absolute or below {@code import.local.root}. */
  public record OfDirectory(@Nullable String path) implements Origin {}
}
