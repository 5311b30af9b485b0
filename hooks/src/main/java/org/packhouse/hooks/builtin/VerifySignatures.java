package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevWalk;
import org.packhouse.hooks.HistoryWalk;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.Refusal;

/**
 * Refuses users' commits and annotated tags that their named committer or tagger has not signed:
 * pushed ones, and those merged from a fork. Merges and edits by the server, and fork syncs, are
 * exempt.
 */
public final class VerifySignatures extends PreReceiveHook {

  /** Causes that adopt what another repository has accepted, with its server-made merges. */
  private static final Set<RefCause> TAKEN_OVER = Set.of(RefCause.FORK_SYNC, RefCause.REBASE);

  private static final int MAX_TAG = 1 << 20;
  private static final int MAX_NESTING = 10;

  public VerifySignatures() {
    super(
        BUNDLED + "verify-commit-signature-hook",
        "Verify Commit Signature",
        "Refuses pushes of commits and annotated tags that their committer or tagger has not"
            + " signed with a GPG or SSH key of their account.");
  }

  @Override
  public List<Refusal> check(Arrival arrival, Map<String, Object> settings) throws IOException {
    List<Refusal> refusals = new ArrayList<>();
    if (TAKEN_OVER.contains(arrival.push().request().cause())) {
      return refusals;
    }
    for (RefChange change : arrival.arriving()) {
      try (HistoryWalk walk = new HistoryWalk(arrival.push().objects())) {
        Optional<String> wrong = wrongTag(arrival, walk, change.newId());
        if (wrong.isEmpty()) {
          wrong = wrongCommit(arrival, walk, change);
        }
        wrong.ifPresent(it -> refusals.add(refusal(change, it)));
      }
    }
    return refusals;
  }

  private static Refusal refusal(RefChange change, String wrong) {
    return new Refusal(
        change.refName(),
        "signature not verified",
        List.of(wrong, "Sign with a GPG or SSH key that you have added to your account."));
  }

  private static Optional<String> wrongTag(Arrival arrival, RevWalk walk, ObjectId id)
      throws IOException {
    RevObject object = walk.parseAny(id);
    for (int depth = 0; object instanceof RevTag tag; depth++) {
      String name = "Tag " + tag.getTagName();
      if (depth == MAX_NESTING) {
        return Optional.of("%s is a tag of tags, more than %d.".formatted(name, MAX_NESTING));
      }
      if (arrival.isPush() && arrival.isNew(tag)) {
        byte[] raw;
        try {
          raw = walk.getObjectReader().open(tag, Constants.OBJ_TAG).getCachedBytes(MAX_TAG);
        } catch (LargeObjectException e) {
          return Optional.of("%s has more than %d bytes.".formatted(name, MAX_TAG));
        }
        walk.parseBody(tag);
        SignedObject signed = SignedObject.of(tag, raw);
        tag.disposeBody();
        Optional<String> wrong = wrong(arrival, name, signed);
        if (wrong.isPresent()) {
          return wrong;
        }
      }
      object = walk.parseAny(tag.getObject());
    }
    return Optional.empty();
  }

  private static Optional<String> wrongCommit(Arrival arrival, RevWalk walk, RefChange change)
      throws IOException {
    for (RevCommit commit : arrival.commits(walk, change)) {
      if (!arrival.isPushed(commit)) {
        continue;
      }
      String name = "Commit " + commit.abbreviate(11).name();
      walk.parseBody(commit);
      SignedObject signed = SignedObject.of(commit);
      commit.disposeBody();
      Optional<String> wrong = wrong(arrival, name, signed);
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> wrong(Arrival arrival, String name, SignedObject object) {
    SignatureVerdict verdict = arrival.verify(object);
    return switch (verdict.state()) {
      case VERIFIED -> Optional.empty();
      case UNSIGNED -> Optional.of(name + " is not signed.");
      case UNVERIFIED ->
          Optional.of("%s is not verified: its signature %s.".formatted(name, verdict.detail()));
    };
  }
}
