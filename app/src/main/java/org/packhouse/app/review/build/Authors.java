package org.packhouse.app.review.build;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.identity.token.AccessTokens;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.springframework.stereotype.Component;

/**
 * Decides in which repositories an author's report counts and who may replace it. It counts where
 * the author may read now, under the request's permission stamp; it belongs to the author and the
 * repository's administrators.
 */
@Component
public class Authors {

  private static final String TOKEN = "access-token:";

  private final CurrentCaller current;
  private final Permissions permissions;
  private final Users users;
  private final AccessTokens tokens;
  private final Clock clock;

  Authors(
      CurrentCaller current,
      Permissions permissions,
      Users users,
      AccessTokens tokens,
      Clock clock) {
    this.current = current;
    this.permissions = permissions;
    this.users = users;
    this.tokens = tokens;
    this.clock = clock;
  }

  /** An author who writes reports of a repository, and whether as its administrator. */
  public record Writer(Author author, long repositoryId, boolean administrator) {}

  /** Returns the author that a caller is; anonymous callers are refused. */
  public static Author of(Caller caller) {
    if (caller instanceof Caller.SignedIn signedIn) {
      return new Author.OfUser(signedIn.user().id());
    }
    if (caller instanceof Caller.ResourceBound bound
        && bound.name().startsWith(TOKEN)
        && bound.grants().size() == 1) {
      return new Author.OfToken(
          bound.name().substring(TOKEN.length()), bound.grants().keySet().iterator().next());
    }
    throw new NotPermittedException("You are not permitted to access this resource", true, true);
  }

  /** Returns the caller, who may read the repository, as its writer. */
  public Writer writer(Caller caller, long repositoryId) {
    return new Writer(
        of(caller),
        repositoryId,
        permissions.test(caller, new RepositoryId(repositoryId), Permission.REPO_ADMIN));
  }

  public boolean mayRead(Author author, long repositoryId) {
    RepositoryId repository = new RepositoryId(repositoryId);
    long stamp = current.get().permissionStamp();
    return switch (author) {
      case Author.OfUser(long id) -> permissions.test(id, repository, Permission.REPO_READ, stamp);
      case Author.OfToken(String id, ResourceId resource) ->
          permissions.test(
              new Caller.ResourceBound(TOKEN + id, Map.of(resource, Permission.REPO_READ), stamp),
              repository,
              Permission.REPO_READ);
    };
  }

  /**
   * Returns whether a report of a repository counts there. Reports of users deleted since, and
   * those from before authors were stored, whose author is null, count still.
   */
  public boolean counts(@Nullable Author author, long repositoryId) {
    return author == null || mayRead(author, repositoryId) || isDeleted(author);
  }

  private boolean isDeleted(Author author) {
    return author instanceof Author.OfUser(long id) && users.findById(id).isEmpty();
  }

  /** Returns {@link #counts} for authors as rows keep them, computed once for each. */
  public Predicate<@Nullable String> countingIn(long repositoryId) {
    Map<String, Boolean> known = new HashMap<>();
    return text ->
        text == null || known.computeIfAbsent(text, it -> counts(Author.parse(it), repositoryId));
  }

  /**
   * Returns whether a report may be replaced: by its author, by an administrator, and by anybody if
   * the author is unknown, deleted, or may read the repository no more. Reports of a revoked or
   * expired token pass to the other tokens of its project or repository.
   */
  public boolean mayReplace(Writer writer, @Nullable Author present) {
    return present == null
        || owns(writer, present)
        || isDeleted(present)
        || !mayRead(present, writer.repositoryId());
  }

  /** Returns whether a report may be deleted: by its author, or by an administrator. */
  public boolean mayDelete(Writer writer, @Nullable Author present) {
    return present == null ? writer.administrator() : owns(writer, present);
  }

  private boolean owns(Writer writer, Author present) {
    return writer.administrator()
        || writer.author().equals(present)
        || (present instanceof Author.OfToken token
            && writer.author() instanceof Author.OfToken own
            && own.resource().equals(token.resource())
            && !isValid(token));
  }

  private boolean isValid(Author.OfToken token) {
    TokenOwner owner =
        token.resource() instanceof ProjectId
            ? new TokenOwner.OfProject(token.resource().id())
            : new TokenOwner.OfRepository(token.resource().id());
    return tokens
        .find(owner, token.id())
        .filter(it -> it.expiresAt() == null || it.expiresAt().isAfter(clock.instant()))
        .isPresent();
  }

  /** Names an author for people. */
  public String describe(@Nullable Author author) {
    return switch (author) {
      case null -> "somebody who is not known";
      case Author.OfUser(long id) ->
          users.findById(id).map(User::name).orElseGet(() -> "the deleted user " + id);
      case Author.OfToken(String id, ResourceId _) -> "the access token " + id;
    };
  }
}
