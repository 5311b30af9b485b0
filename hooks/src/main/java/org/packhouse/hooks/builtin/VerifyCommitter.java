package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.revwalk.RevCommit;
import org.packhouse.hooks.HistoryWalk;
import org.packhouse.hooks.Ident;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.Refusal;

/** Refuses pushes of commits whose committer is not the pusher. */
public final class VerifyCommitter extends PreReceiveHook {

  public VerifyCommitter() {
    super(
        BUNDLED + "verify-committer-hook",
        "Verify Committer",
        "Refuses pushes of commits whose committer has none of the e-mail addresses of who"
            + " pushes.");
  }

  @Override
  public List<Refusal> check(Arrival arrival, Map<String, Object> settings) throws IOException {
    List<Refusal> refusals = new ArrayList<>();
    if (arrival.push().request().cause() != RefCause.PUSH) {
      return refusals;
    }
    List<String> own = arrival.pusher().emails();
    for (RefChange change : arrival.arriving()) {
      try (HistoryWalk walk = new HistoryWalk(arrival.push().objects())) {
        for (RevCommit commit : arrival.commits(walk, change)) {
          walk.parseBody(commit);
          Ident committer = Ident.committer(commit);
          commit.disposeBody();
          if (own.stream().noneMatch(committer.email()::equalsIgnoreCase)) {
            refusals.add(refusal(change, commit, committer, arrival.pusher().name(), own));
            break;
          }
        }
      }
    }
    return refusals;
  }

  private static Refusal refusal(
      RefChange change, RevCommit commit, Ident committer, String pusher, List<String> emails) {
    String own =
        emails.isEmpty()
            ? "%s has no e-mail address".formatted(pusher)
            : "%s %s"
                .formatted(
                    emails.size() == 1 ? "yours is" : "yours are", String.join(", ", emails));
    return new Refusal(
        change.refName(),
        "committer is not the pusher",
        List.of(
            "Commit %s has the committer %s <%s>; %s."
                .formatted(
                    commit.abbreviate(11).name(), committer.name(), committer.email(), own)));
  }
}
