package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.packhouse.hooks.RefRule;
import org.packhouse.hooks.Refusal;
import org.springframework.stereotype.Component;

/** Refuses to delete the branch that HEAD points to. */
@Component
class CurrentBranchRule implements RefRule {

  private final Refs refs;

  CurrentBranchRule(Refs refs) {
    this.refs = refs;
  }

  @Override
  public List<Refusal> check(RefRequest request) {
    List<RefChange> deletions =
        request.changes().stream().filter(it -> it.newId().equals(ObjectId.zeroId())).toList();
    if (deletions.isEmpty()) {
      return List.of();
    }
    RefSnapshot snapshot = snapshot(request.repository().value());
    return deletions.stream()
        .map(RefChange::refName)
        .filter(ref -> ref.equals(snapshot.headTarget()) && snapshot.find(ref).isPresent())
        .map(CurrentBranchRule::refusal)
        .toList();
  }

  private RefSnapshot snapshot(long repositoryId) {
    try {
      return refs.snapshot(repositoryId);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Refusal refusal(String ref) {
    return new Refusal(
        ref,
        "deletion of the current branch prohibited",
        List.of(
            "refusing to delete the current branch: " + ref,
            "Make another branch the default one first."));
  }
}
