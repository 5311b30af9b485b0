package org.packhouse.app.source.commit;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.SignatureOutcome;
import org.packhouse.app.identity.key.Signatures;
import org.packhouse.app.identity.user.OtherAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.hooks.HistoryWalk;
import org.packhouse.hooks.builtin.SignatureVerdict;
import org.packhouse.hooks.builtin.SignatureVerdict.State;
import org.packhouse.hooks.builtin.SignatureVerifier;
import org.packhouse.hooks.builtin.SignedObject;
import org.springframework.stereotype.Component;

/** Verifies signatures: the key's user must have confirmed the e-mail address of the committer. */
@Component
public class CommitSignatures {

  private static final int MAX_TAG = 1 << 20;

  private final Signatures signatures;
  private final Users users;
  private final OtherAddresses addresses;
  private final Clock clock;

  CommitSignatures(Signatures signatures, Users users, OtherAddresses addresses, Clock clock) {
    this.signatures = signatures;
    this.users = users;
    this.addresses = addresses;
    this.clock = clock;
  }

  /** Returns a verifier that rejects keys expired by now. For one thread. */
  public SignatureVerifier asOfNow() {
    return new Verifier(clock.instant());
  }

  /**
   * Verifies signed commits in at most four statements; keys must not have expired when the commit
   * was made.
   */
  public Map<String, SignatureVerdict> of(OpenRepository repository, Collection<Commit> commits)
      throws IOException {
    List<ObjectId> ids = commits.stream().map(commit -> ObjectId.fromString(commit.id())).toList();
    return look(repository, ids, CommitSignatures::commit);
  }

  /** Verifies signed tags, by the id of the tag object. */
  public Map<String, SignatureVerdict> ofTags(
      OpenRepository repository, List<RefSnapshot.Entry> refs) throws IOException {
    List<ObjectId> tags =
        refs.stream().filter(ref -> ref.peeled() != null).map(RefSnapshot.Entry::id).toList();
    return look(repository, tags, CommitSignatures::tag);
  }

  private interface Reading {
    @Nullable SignedObject read(RevWalk walk, ObjectId id) throws IOException;
  }

  private static SignedObject commit(RevWalk walk, ObjectId id) throws IOException {
    RevCommit commit = walk.parseCommit(id);
    walk.parseBody(commit);
    SignedObject object = SignedObject.of(commit);
    commit.disposeBody();
    return object;
  }

  private static @Nullable SignedObject tag(RevWalk walk, ObjectId id) throws IOException {
    try {
      byte[] raw = walk.getObjectReader().open(id, Constants.OBJ_TAG).getCachedBytes(MAX_TAG);
      RevTag tag = walk.parseTag(id);
      walk.parseBody(tag);
      SignedObject object = SignedObject.of(tag, raw);
      tag.disposeBody();
      return object;
    } catch (IncorrectObjectTypeException | MissingObjectException | LargeObjectException e) {
      return null;
    }
  }

  /** Reads each signed object twice, so that one at a time is in memory. */
  private Map<String, SignatureVerdict> look(
      OpenRepository repository, List<ObjectId> ids, Reading reading) throws IOException {
    Map<String, SignatureVerdict> verdicts = new HashMap<>();
    try (HistoryWalk walk = new HistoryWalk(repository.git())) {
      List<ObjectId> signed = new ArrayList<>();
      Set<String> names = new HashSet<>();
      for (ObjectId id : ids) {
        SignedObject object = reading.read(walk, id);
        if (object != null && object.isSigned()) {
          signed.add(id);
          Signatures.keyName(object.signature()).ifPresent(names::add);
        }
      }
      Verifier verifier = new Verifier(null);
      verifier.load(names);
      for (ObjectId id : signed) {
        SignedObject object = reading.read(walk, id);
        if (object != null) {
          verdicts.put(id.name(), verifier.verify(object));
        }
      }
    }
    return verdicts;
  }

  private final class Verifier implements SignatureVerifier {

    private final Signatures.Round round = signatures.begin();
    private final Map<Long, Optional<User>> signers = new HashMap<>();
    private final Map<Long, Set<String>> emails = new HashMap<>();
    private final @Nullable Instant now;

    Verifier(@Nullable Instant now) {
      this.now = now;
    }

    void load(Set<String> keyNames) {
      Set<Long> owners = round.load(keyNames);
      Map<Long, User> found = users.findAllById(owners);
      owners.forEach(owner -> signers.put(owner, Optional.ofNullable(found.get(owner))));
      Map<Long, Set<String>> confirmed = addresses.confirmedOf(owners);
      owners.forEach(owner -> emails.put(owner, confirmed.getOrDefault(owner, Set.of())));
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
          signer
              .map(it -> emails.computeIfAbsent(it.id(), _ -> addresses.confirmedOf(it)))
              .filter(it -> it.contains(object.email()))
              .isPresent();
      return own
          ? new SignatureVerdict(State.VERIFIED, outcome.detail() + " of " + name)
          : unverified("is of a key of %s, who is not %s".formatted(name, object.email()));
    }

    private static SignatureVerdict unverified(String detail) {
      return new SignatureVerdict(State.UNVERIFIED, detail);
    }
  }
}
