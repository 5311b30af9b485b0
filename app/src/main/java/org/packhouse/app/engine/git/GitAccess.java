package org.packhouse.app.engine.git;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.GitRefusedException.Reason;
import org.packhouse.app.hosting.repository.CachedRepositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryAliases;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.session.Credential;
import org.packhouse.app.identity.signin.AuthenticationFailedException;
import org.packhouse.app.identity.signin.Authenticator;
import org.packhouse.app.identity.signin.Authenticator.Authenticated;
import org.packhouse.app.identity.signin.Authenticator.FreshRepository;
import org.packhouse.app.identity.signin.Authenticator.RepositoryPath;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Admits clients to repositories, first of all. Credential, permission and ref version take one
 * statement. Anonymous clients cannot tell a private repository from a missing one.
 */
@Component
public class GitAccess {

  private static final Logger LOG = LoggerFactory.getLogger(GitAccess.class);

  private final Authenticator authenticator;
  private final Permissions permissions;
  private final RepositoryAliases aliases;
  private final CachedRepositories remembered;

  GitAccess(
      Authenticator authenticator,
      Permissions permissions,
      RepositoryAliases aliases,
      CachedRepositories remembered) {
    this.authenticator = authenticator;
    this.permissions = permissions;
    this.aliases = aliases;
    this.remembered = remembered;
  }

  @FunctionalInterface
  public interface Admission {

    void admit(Caller caller) throws GitRefusedException;
  }

  /** Opens the repository without a further admission. */
  public GitRepository open(Credential credential, String path, GitService service)
      throws AuthenticationFailedException, GitRefusedException {
    return open(credential, path, service, _ -> {});
  }

  /**
   * Finds the repository and checks the service's permission.
   *
   * @param path {@code key/slug} in any case, with or without leading slash and {@code .git};
   *     {@code ~user} too
   * @param admission asked first about a signed-in caller, and about an anonymous one if the
   *     repository is public: git's first request never signs in
   * @throws GitRefusedException {@code UNAUTHENTICATED} to an anonymous caller for all that is not
   *     public
   */
  public GitRepository open(
      Credential credential, String path, GitService service, Admission admission)
      throws AuthenticationFailedException, GitRefusedException {
    RepositoryPath named = parse(path);
    Authenticated authenticated = authenticator.authenticate(credential, named);
    Caller caller = authenticated.caller();
    boolean anonymous = caller instanceof Caller.Anonymous;
    if (!anonymous) {
      admission.admit(caller);
    }
    FreshRepository fresh = authenticated.repository();
    if (fresh == null) {
      throw absent(caller, path, named, service);
    }
    checkPermission(caller, fresh.repositoryId(), path, service);
    if (anonymous) {
      admission.admit(caller);
    }
    Repository repository = remembered.find(fresh).orElse(null);
    if (repository == null) {
      throw absent(caller, path, named, service);
    }
    checkState(repository, service);
    Credential later = credential.later(caller);
    return new GitRepository(
        repository,
        caller,
        service,
        fresh.refVersion(),
        () -> confirm(repository, named, later, service));
  }

  private OptionalLong confirm(
      Repository repository,
      @Nullable RepositoryPath named,
      Credential credential,
      GitService service) {
    boolean permitted;
    OptionalLong refVersion = OptionalLong.empty();
    try {
      Authenticated authenticated = authenticator.authenticate(credential, named);
      Caller caller = authenticated.caller();
      FreshRepository fresh = authenticated.repository();
      if (fresh != null && fresh.repositoryId() == repository.id()) {
        refVersion = OptionalLong.of(fresh.refVersion());
      }
      permitted = permissions.test(caller, new RepositoryId(repository.id()), service.permission());
    } catch (AuthenticationFailedException e) {
      LOG.debug("{} is let in to {} no more", credential, repository.path(), e);
      permitted = false;
    }
    if (!permitted) {
      throw new RevokedException(
          service == GitService.RECEIVE_PACK
              ? "You have no permission to push to " + repository.path() + " any more."
              : "You have no permission to read " + repository.path() + " any more.");
    }
    return refVersion;
  }

  private static @Nullable RepositoryPath parse(String path) {
    String rest = path.startsWith("/") ? path.substring(1) : path;
    if (rest.endsWith("/")) {
      rest = rest.substring(0, rest.length() - 1);
    }
    if (rest.toLowerCase(Locale.ROOT).endsWith(".git")) {
      rest = rest.substring(0, rest.length() - ".git".length());
    }
    int slash = rest.indexOf('/');
    boolean twoParts = slash > 0 && slash < rest.length() - 1 && rest.indexOf('/', slash + 1) < 0;
    return twoParts && rest.chars().noneMatch(Character::isISOControl)
        ? new RepositoryPath(rest.substring(0, slash), rest.substring(slash + 1))
        : null;
  }

  private void checkPermission(Caller caller, long id, String path, GitService service)
      throws GitRefusedException {
    try {
      permissions.check(caller, new RepositoryId(id), service.permission());
    } catch (NotPermittedException e) {
      if (e.anonymous()) {
        throw unauthenticated();
      }
      if (!e.visible()) {
        throw unknown(path);
      }
      throw new GitRefusedException(
          Reason.NOT_PERMITTED,
          service == GitService.RECEIVE_PACK
              ? "You have no permission to push to " + shown(path) + "; you may only read it."
              : "You have no permission to read " + shown(path) + ".");
    }
  }

  private static void checkState(Repository repository, GitService service)
      throws GitRefusedException {
    if (repository.state() != RepositoryState.AVAILABLE) {
      throw new GitRefusedException(
          Reason.UNAVAILABLE,
          repository.state() == RepositoryState.INITIALISING
              ? "Repository " + repository.path() + " is being made. Try again in a moment."
              : "Repository " + repository.path() + " could not be made; it can only be deleted.");
    }
    if (repository.archived() && service == GitService.RECEIVE_PACK) {
      throw new GitRefusedException(
          Reason.READ_ONLY, "Repository " + repository.path() + " is archived: it is read-only.");
    }
  }

  /** Names the place where the repository has moved, if the caller may read it there. */
  private GitRefusedException absent(
      Caller caller, String path, @Nullable RepositoryPath named, GitService service) {
    Optional<Repository> moved =
        named == null
            ? Optional.empty()
            : aliases
                .findByFormerPath(named.projectKey(), named.slug())
                .filter(found ->
                    permissions.test(caller, new RepositoryId(found.id()), service.permission()));
    if (moved.isPresent()) {
      return GitRefusedException.moved(moved.get().path());
    }
    return caller instanceof Caller.Anonymous ? unauthenticated() : unknown(path);
  }

  private static GitRefusedException unauthenticated() {
    return new GitRefusedException(Reason.UNAUTHENTICATED, "Authentication is required.");
  }

  private static GitRefusedException unknown(String path) {
    return new GitRefusedException(
        Reason.NOT_FOUND,
        "Repository " + shown(path) + " does not exist, or you have no permission to see it.");
  }

  private static String shown(String path) {
    return PktLineReader.shortened(path.startsWith("/") ? path.substring(1) : path);
  }
}
