package org.packhouse.app.source.edit;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.ArchivedException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.NoSuchCommitException;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.Trees;
import org.packhouse.app.storage.objects.Quarantines;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.storage.refs.move.RefUpdateRefusedException;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;

/**
 * Commits changes of files to a branch; checks no permission.
 *
 * <p>Contents are stored in a {@link Draft} first. The commit is then made on the tip of the
 * branch, and made again if the branch moves meanwhile: edits of different files do not conflict,
 * and the later of two edits of one file is refused.
 */
@Service
public class ContentCommits {

  private static final int TRIES = 10;

  private final Refs refs;
  private final Quarantines quarantines;
  private final RefUpdates updates;
  private final Reading reading;
  private final CommitWriter writer;
  private final EditSettings settings;

  ContentCommits(
      Refs refs,
      Quarantines quarantines,
      RefUpdates updates,
      Reading reading,
      CommitWriter writer,
      EditSettings settings) {
    this.refs = refs;
    this.quarantines = quarantines;
    this.updates = updates;
    this.reading = reading;
    this.writer = writer;
    this.settings = settings;
  }

  @Component
  record Reading(Revisions revisions, Trees trees, CommitLog log) {}

  public long mostBytes() {
    return settings.size().toBytes();
  }

  /** Begins a commit; the caller closes the draft and commits it at most once. */
  public Draft begin(Repository repository) throws IOException {
    if (repository.archived()) {
      throw new ArchivedException(
          "The repository %s is archived and read-only.".formatted(repository.path()));
    }
    return Draft.begin(quarantines, repository.id(), mostBytes());
  }

  /** Creates the commit and moves the branch to it. */
  public Commit commit(Draft draft, ContentCommit wanted) throws IOException {
    Attempt first = new Attempt(wanted, draft);
    RefUpdateRefusedException refusal = first.run();
    if (refusal == null) {
      return first.commit();
    }
    for (int tries = 1; tries < TRIES; tries++) {
      // The objects of the first draft are in the repository by now, unreachable.
      try (Draft next = begin(wanted.repository())) {
        Attempt attempt = new Attempt(wanted, next);
        refusal = attempt.run();
        if (refusal == null) {
          return attempt.commit();
        }
      }
    }
    throw refusal;
  }

  private final class Attempt {

    private final ContentCommit wanted;
    private final Draft draft;
    private @Nullable Commit commit;

    Attempt(ContentCommit wanted, Draft draft) {
      this.wanted = wanted;
      this.draft = draft;
    }

    Commit commit() {
      return Objects.requireNonNull(commit);
    }

    /** Returns why the attempt is to be repeated; null if it succeeded. */
    @Nullable RefUpdateRefusedException run() throws IOException {
      long id = wanted.repository().id();
      // Not closed: the draft owns the objects.
      OpenRepository open = new OpenRepository(id, draft.objects(), refs.snapshot(id));
      BranchBase branch = BranchBase.find(open, reading.revisions(), wanted);
      ObjectId base = branch.base();
      String baseName = base == null ? null : base.name();
      List<TreeRewrite.Placement> placements =
          new Placements(reading.trees(), open, baseName, known(open)).of(wanted.changes());
      ObjectId made =
          writer.write(draft, base, placements, wanted.caller(), CommitMessage.of(wanted));
      commit = reading.log().read(open, made.name());
      RefChange change = new RefChange(branch.refName(), branch.oldId(), made);
      return move(change);
    }

    private @Nullable RefUpdateRefusedException move(RefChange change) throws IOException {
      long id = wanted.repository().id();
      RefRequest request =
          RefRequest.of(id, actor(wanted.caller()), RefCause.EDIT, List.of(change));
      try {
        updates.move(RefUpdates.Update.all(request), draft.quarantine());
        return null;
      } catch (RefUpdateRefusedException e) {
        ObjectId now =
            refs.snapshot(id).find(change.refName()).map(ref -> ref.id()).orElse(ObjectId.zeroId());
        if (e.isByCheck() || now.equals(change.oldId())) {
          throw e;
        }
        return e;
      }
    }

    private @Nullable String known(OpenRepository open) throws IOException {
      String known = wanted.knownCommit();
      if (known == null || known.isEmpty()) {
        return null;
      }
      return reading
          .revisions()
          .resolve(open, known)
          .map(Revision::commit)
          .orElseThrow(() -> new NoSuchCommitException(wanted.repository(), known));
    }
  }

  private static Actor actor(Caller caller) {
    User user = caller.user();
    return new Actor(user == null ? null : user.id(), caller.name());
  }

  /** Cleans up commit messages as git does. */
  static final class CommitMessage {

    private CommitMessage() {}

    static String of(ContentCommit wanted) {
      String given = wanted.message();
      String message = given == null || given.isBlank() ? describe(wanted) : given;
      if (message.indexOf('\0') >= 0) {
        throw new InvalidFieldException("message", "A commit message cannot contain NUL.");
      }
      return message.replace("\r\n", "\n").stripTrailing() + "\n";
    }

    private static String describe(ContentCommit wanted) {
      PathChange first = wanted.changes().getFirst();
      String name = first.path().display();
      if (wanted.changes().size() > 1) {
        return "Upload " + wanted.changes().size() + " files";
      }
      return switch (first) {
        case PathChange.Remove _ -> "Delete " + name;
        case PathChange.Rename rename -> "Rename " + name + " to " + rename.to().display();
        case PathChange.Write _ -> (wanted.knownCommit() == null ? "Add " : "Edit ") + name;
      };
    }
  }
}
