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

/** Moves one ref for a person at a REST client or a page, by the rules that a push obeys. */
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

  /** The full name of a ref to make; refuses what git would not call so. */
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

  /** Refuses a name that is taken, or that is a directory of one, or that lies in one. */
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

  /** Whether no ref has that full name, nor one beside which git cannot keep it. */
  static boolean isFree(RefSnapshot refs, RefKind kind, String refName) {
    return refs.find(refName).isEmpty() && beside(refs, kind, refName) == null;
  }

  /** A ref that is a directory of the name, or lies in it. */
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

  /** What is said of a name that is taken, as said at the field; another refusal as it is. */
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

  /** Refuses a change of what is read-only. */
  static void refuseArchived(Repository repository) {
    if (repository.archived()) {
      throw new ArchivedException(
          "The repository %s is archived and read-only.".formatted(repository.path()));
    }
  }

  /**
   * Makes a ref.
   *
   * @param kind of the ref
   * @param quarantine where a new object waits; null if there is none
   * @throws RefusedException if somebody else has made it meanwhile
   */
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

  /**
   * Moves a ref.
   *
   * @param cause what is done
   * @param quarantine where a new object waits; null if there is none
   * @throws org.packhouse.app.storage.refs.move.RefUpdateRefusedException if a check refuses it or
   *     the ref has moved meanwhile
   */
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
