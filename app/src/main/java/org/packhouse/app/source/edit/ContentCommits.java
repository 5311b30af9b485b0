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
import org.packhouse.app.platform.refusal.RefusedException;
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
 * Commits changes of files to a branch; asks no permission.
 *
 * <p>Contents are stored first, in a {@link Draft}. The commit is then made on top of what the
 * branch points to; if the branch moves meanwhile, it is made anew on the new tip, so that edits of
 * different files do not hinder each other and of two edits of one file the later one is refused.
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

  /** A way to read a repository. */
  @Component
  record Reading(Revisions revisions, Trees trees, CommitLog log) {}

  /** Most bytes that a file may have. */
  public long mostBytes() {
    return settings.size().toBytes();
  }

  /**
   * Begins a commit.
   *
   * @return to be closed by the caller, and committed at most once
   * @throws RefusedException if the repository is archived
   */
  public Draft begin(Repository repository) throws IOException {
    if (repository.archived()) {
      throw new ArchivedException(
          "The repository %s is archived and read-only.".formatted(repository.path()));
    }
    return Draft.begin(quarantines, repository.id(), mostBytes());
  }

  /**
   * Makes the commit and moves the branch to it.
   *
   * @param draft that has the contents
   * @throws RefusedException if a path is none, 404 if the branch or a file is not there, 409 if a
   *     file is there already, is not as the author knows it, would not change, or a check refuses
   *     it
   */
  public Commit commit(Draft draft, ContentCommit wanted) throws IOException {
    Attempt first = new Attempt(wanted, draft);
    RefUpdateRefusedException refusal = first.run();
    if (refusal == null) {
      return first.commit();
    }
    for (int tries = 1; tries < TRIES; tries++) {
      // What the first draft has is in the repository by now, though nothing refers to it.
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

  /** One try on what the branch points to. */
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

    /** Why it is to be tried again; null if it is done. */
    @Nullable RefUpdateRefusedException run() throws IOException {
      long id = wanted.repository().id();
      // Not closed: its objects are the draft's.
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
}
