package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.Refusal;

/** Refuses pushes of commits whose committer is not who pushes them. */
public final class VerifyCommitter implements BuiltInHook {

  @Override
  public String key() {
    return BUNDLED + "verify-committer-hook";
  }

  @Override
  public String name() {
    return "Verify Committer";
  }

  @Override
  public String description() {
    return "Refuses pushes of commits whose committer does not have the e-mail address of who"
        + " pushes.";
  }

  @Override
  public void validate(Map<String, Object> settings) {
    // It has none.
  }

  @Override
  public List<Refusal> check(Arrival arrival, Map<String, Object> settings) throws IOException {
    List<Refusal> refusals = new ArrayList<>();
    if (arrival.push().request().cause() != RefCause.PUSH) {
      return refusals;
    }
    for (RefChange change : arrival.arriving()) {
      try (RevWalk walk = new RevWalk(arrival.push().objects())) {
        for (RevCommit commit : arrival.commits(walk, change)) {
          PersonIdent committer = commit.getCommitterIdent();
          String email = arrival.pusher().email();
          if (!committer.getEmailAddress().equalsIgnoreCase(email)) {
            refusals.add(refusal(change, commit, committer, arrival.pusher()));
            break;
          }
        }
      }
    }
    return refusals;
  }

  private static Refusal refusal(
      RefChange change, RevCommit commit, PersonIdent committer, Arrival.Pusher pusher) {
    String own =
        pusher.email() == null
            ? "%s has no e-mail address".formatted(pusher.name())
            : "yours is %s".formatted(pusher.email());
    return new Refusal(
        change.refName(),
        "committer is not the pusher",
        List.of(
            "Commit %s has the committer %s <%s>; %s."
                .formatted(
                    commit.abbreviate(11).name(),
                    committer.getName(),
                    committer.getEmailAddress(),
                    own)));
  }
}
