package org.packhouse.app.source.branch;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.ArchivedException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.TakenException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.refs.RefNameRules;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.move.RefUpdateRefusedException;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.springframework.stereotype.Component;

/** Moves single refs for users of REST and pages, with the checks that a push passes. */
@Component
class RefMoves {

  private final RefUpdates updates;

  RefMoves(RefUpdates updates) {
    this.updates = updates;
  }

  static Actor actor(Caller caller) {
    User user = caller.user();
    return new Actor(user == null ? null : user.id(), caller.name());
  }

  /** Returns the full name of a new ref; rejects names that git would reject. */
  static String newName(RefKind kind, @Nullable String name) {
    if (name == null || name.isEmpty()) {
      throw new InvalidFieldException("name", "A %s needs a name.".formatted(kind.word()));
    }
    String refName = kind.fullName(name);
    if (RefNameRules.creationProblem(refName) != null) {
      throw new InvalidFieldException(
          "name",
          "%s is not a %s name: it follows the rules of git check-ref-format, does not begin with -,"
                  .formatted(InvalidFieldException.quote(name), kind.word())
              + " is neither HEAD nor 40 hexadecimal digits, and has at most 1024 bytes, 250 between"
              + " two slashes.");
    }
    return refName;
  }

  /** Rejects a name that exists, or conflicts with another ref as a directory. */
  static void refuseTaken(
      Repository repository, RefSnapshot refs, RefKind kind, String refName, boolean replaces) {
    if (!replaces && refs.find(refName).isPresent()) {
      throw taken(repository, kind, refName);
    }
    RefSnapshot.Entry beside = beside(refs, kind, refName);
    if (beside != null) {
      throw beside(kind, refName, beside);
    }
  }

  /** Returns whether the name is free, also of conflicts with other refs as directories. */
  static boolean isFree(RefSnapshot refs, RefKind kind, String refName) {
    return refs.find(refName).isEmpty() && beside(refs, kind, refName) == null;
  }

  /** Returns a ref that conflicts with the name as a directory. */
  private static RefSnapshot.@Nullable Entry beside(
      RefSnapshot refs, RefKind kind, String refName) {
    for (int slash = refName.lastIndexOf('/');
        slash >= kind.directory().length();
        slash = refName.lastIndexOf('/', slash - 1)) {
      RefSnapshot.Entry above = refs.find(refName.substring(0, slash)).orElse(null);
      if (above != null) {
        return above;
      }
    }
    return refs.in(refName + "/").stream().findFirst().orElse(null);
  }

  /** Maps the refusal of a taken name to the field {@code name}; returns others unchanged. */
  static RefusedException ofName(RefusedException refusal) {
    if (!(refusal instanceof TakenException)) {
      return refusal;
    }
    InvalidFieldException named = new InvalidFieldException("name", refusal.sentence());
    named.initCause(refusal);
    return named;
  }

  private static RefusedException taken(Repository repository, RefKind kind, String refName) {
    return new TakenException(
        Thing.REF_NAME,
        "%s '%s' already exists in repository '%s'"
            .formatted(kind.capitalWord(), kind.shortName(refName), repository.slug()));
  }

  private static RefusedException beside(RefKind kind, String refName, RefSnapshot.Entry present) {
    return new TakenException(
        Thing.REF,
        "%s '%s' cannot be created: '%s' exists, and git cannot keep both"
            .formatted(
                kind.capitalWord(), kind.shortName(refName), kind.shortName(present.name())));
  }

  static void refuseArchived(Repository repository) {
    if (repository.archived()) {
      throw new ArchivedException(
          "The repository %s is archived and read-only.".formatted(repository.path()));
    }
  }

  /** Creates a ref; the quarantine has a new object, if there is one. */
  void make(
      Repository repository,
      RefKind kind,
      RefChange change,
      Caller caller,
      @Nullable Quarantine quarantine)
      throws IOException {
    RefCause cause = kind == RefKind.BRANCH ? RefCause.CREATE_BRANCH : RefCause.CREATE_TAG;
    try {
      move(repository, change, cause, caller, quarantine);
    } catch (RefUpdateRefusedException e) {
      if (e.isBecauseItExists()) {
        RefusedException taken = taken(repository, kind, change.refName());
        taken.initCause(e);
        throw taken;
      }
      throw e;
    }
  }

  /** Moves a ref; the quarantine has a new object, if there is one. */
  void move(
      Repository repository,
      RefChange change,
      RefCause cause,
      Caller caller,
      @Nullable Quarantine quarantine)
      throws IOException {
    RefRequest request = RefRequest.of(repository.id(), actor(caller), cause, List.of(change));
    updates.move(RefUpdates.Update.all(request), quarantine);
  }
}
