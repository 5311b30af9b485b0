package org.packhouse.app.source.commit;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.SignatureOutcome;
import org.packhouse.app.identity.auth.Signatures;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.hooks.builtin.SignatureVerdict;
import org.packhouse.hooks.builtin.SignatureVerdict.State;
import org.packhouse.hooks.builtin.SignatureVerifier;
import org.packhouse.hooks.builtin.SignedObject;
import org.springframework.stereotype.Component;

/**
 * Tells of commits and tags whether they are signed by whom they name: with a key of the user who
 * has the committer's or tagger's e-mail address.
 */
@Component
public class CommitSignatures {

  private final Signatures signatures;
  private final Users users;
  private final Clock clock;

  CommitSignatures(Signatures signatures, Users users, Clock clock) {
    this.signatures = signatures;
    this.users = users;
    this.clock = clock;
  }

  /** A verifier for what comes now: keys must not have expired. For one thread. */
  public SignatureVerifier asOfNow() {
    return new Verifier(clock.instant());
  }

  /** Looks at commits that are there: keys must not have expired when they were made. */
  public Map<String, SignatureVerdict> of(OpenRepository repository, Collection<String> ids)
      throws IOException {
    Map<String, SignatureVerdict> verdicts = new HashMap<>();
    Verifier verifier = new Verifier(null);
    try (RevWalk walk = new RevWalk(repository.git())) {
      for (String id : ids) {
        RevCommit commit = walk.parseCommit(ObjectId.fromString(id));
        SignatureVerdict verdict = verifier.verify(SignedObject.of(commit));
        if (verdict.state() != State.UNSIGNED) {
          verdicts.put(id, verdict);
        }
        commit.disposeBody();
      }
    }
    return verdicts;
  }

  private final class Verifier implements SignatureVerifier {

    private final Signatures.Round round = signatures.begin();
    private final Map<Long, Optional<User>> signers = new HashMap<>();
    private final @Nullable Instant now;

    Verifier(@Nullable Instant now) {
      this.now = now;
    }

    @Override
    public SignatureVerdict verify(SignedObject object) {
      if (!object.isSigned()) {
        return SignatureVerdict.UNSIGNED;
      }
      String fault = object.fault();
      if (fault != null) {
        return unverified(fault);
      }
      SignatureOutcome outcome =
          round.verify(object.signature(), object.payload(), now == null ? object.when() : now);
      if (outcome.userId() == null) {
        return unverified(outcome.detail());
      }
      Optional<User> signer = signers.computeIfAbsent(outcome.userId(), users::findById);
      String name = signer.map(User::name).orElse("nobody");
      boolean own =
          signer.map(User::emailAddress).filter(object.email()::equalsIgnoreCase).isPresent();
      return own
          ? new SignatureVerdict(State.VERIFIED, outcome.detail() + " of " + name)
          : unverified("is of a key of %s, who is not %s".formatted(name, object.email()));
    }

    private static SignatureVerdict unverified(String detail) {
      return new SignatureVerdict(State.UNVERIFIED, detail);
    }
  }
}
