package org.packhouse.app.source.edit;

import java.io.IOException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.TakenException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefNameRules;
import org.packhouse.app.storage.refs.RefSnapshot;

/** The branch for a commit; a null tip creates it, a null base begins a history. */
record BranchBase(String refName, @Nullable ObjectId tip, @Nullable ObjectId base) {

  static BranchBase find(OpenRepository open, Revisions revisions, ContentCommit wanted)
      throws IOException {
    Repository repository = wanted.repository();
    String refName = refName(open, wanted.branch());
    RefSnapshot.Entry tip = open.refs().find(refName).orElse(null);
    String start = wanted.startPoint();
    if (start == null || start.isEmpty() || fullName(start).equals(refName)) {
      if (tip == null && !open.isEmpty()) {
        throw noSuchBranch(repository, shortName(refName));
      }
      return tip == null
          ? new BranchBase(refName, null, null)
          : new BranchBase(refName, tip.id(), tip.id());
    }
    if (tip != null) {
      throw new TakenException(
          Thing.REF,
          "Branch '%s' already exists in repository '%s'"
              .formatted(shortName(refName), repository.slug()));
    }
    ObjectId base =
        revisions
            .resolve(open, start)
            .map(revision -> ObjectId.fromString(revision.commit()))
            .orElseThrow(() -> noSuchBranch(repository, start));
    return new BranchBase(refName, null, base);
  }

  ObjectId oldId() {
    return tip == null ? ObjectId.zeroId() : tip;
  }

  private static String refName(OpenRepository open, @Nullable String branch) {
    if (branch == null || branch.isBlank()) {
      return open.refs().headTarget();
    }
    String refName = fullName(branch);
    if (open.refs().find(refName).isEmpty() && RefNameRules.creationProblem(refName) != null) {
      throw new InvalidFieldException(
          "branch",
          "%s is not a branch name: it follows the rules of git check-ref-format and has at most"
                  .formatted(InvalidFieldException.quote(branch))
              + " 1024 bytes, 250 between two slashes, does not begin with - or refs/, and is neither"
              + " HEAD nor 40 hexadecimal digits.");
    }
    return refName;
  }

  private static String fullName(String branch) {
    return Constants.R_HEADS + shortName(branch);
  }

  private static String shortName(String branch) {
    return branch.startsWith(Constants.R_HEADS)
        ? branch.substring(Constants.R_HEADS.length())
        : branch;
  }

  private static RefusedException noSuchBranch(Repository repository, String name) {
    return new NoSuchException(
        Thing.BRANCH,
        "Branch %s does not exist in repository %s."
            .formatted(InvalidFieldException.quote(name), repository.path()));
  }
}
