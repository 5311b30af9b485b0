package org.packhouse.app.source.branch;

import java.io.IOException;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.TagBuilder;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.source.commit.CallerIdents;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.objects.Quarantines;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Service;

/** Creates and deletes tags; checks no permission. */
@Service
public class Tags {

  private static final int MAX_MESSAGE_LENGTH = 1 << 20;

  private final CallerIdents idents;
  private final CurrentCaller callers;
  private final Refs refs;
  private final OpenRepositories repositories;
  private final StartPoints startPoints;
  private final RefMoves moves;
  private final Quarantines quarantines;

  Tags(
      CallerIdents idents,
      CurrentCaller callers,
      Refs refs,
      OpenRepositories repositories,
      StartPoints startPoints,
      RefMoves moves,
      Quarantines quarantines) {
    this.idents = idents;
    this.callers = callers;
    this.refs = refs;
    this.repositories = repositories;
    this.startPoints = startPoints;
    this.moves = moves;
    this.quarantines = quarantines;
  }

  /** A tag to be created; without a message it is a lightweight one. */
  public record NewTag(
      @Nullable String name,
      @Nullable String startPoint,
      @Nullable String message,
      boolean force) {}

  /** Creates a tag; the caller is the tagger of an annotated tag. */
  public RefSnapshot.Entry create(Repository repository, NewTag wanted, Caller caller)
      throws IOException {
    String refName = RefMoves.newName(RefKind.TAG, wanted.name());
    String message = message(wanted.message());
    RefMoves.refuseArchived(repository);
    ObjectId start;
    ObjectId before;
    try (OpenRepository open = repositories.open(repository.id())) {
      RefMoves.refuseTaken(repository, open.refs(), RefKind.TAG, refName, wanted.force());
      start = startPoints.find(repository, open, wanted.startPoint());
      before = open.refs().find(refName).map(RefSnapshot.Entry::id).orElse(ObjectId.zeroId());
    }
    if (message == null) {
      moves.make(repository, RefKind.TAG, new RefChange(refName, before, start), caller, null);
      return new RefSnapshot.Entry(refName, start, null);
    }
    try (Quarantine quarantine = quarantines.create(repository.id())) {
      ObjectId tag = writeObject(quarantine, RefKind.TAG.shortName(refName), start, message);
      RefChange change = new RefChange(refName, before, tag);
      moves.make(repository, RefKind.TAG, change, caller, quarantine);
      return new RefSnapshot.Entry(refName, tag, start);
    }
  }

  public void delete(Repository repository, String name, Caller caller) throws IOException {
    RefSnapshot.Entry tag = find(repository, refs.snapshot(repository.id()), name);
    RefMoves.refuseArchived(repository);
    RefChange change = new RefChange(tag.name(), tag.id(), ObjectId.zeroId());
    moves.move(repository, change, RefCause.DELETE_TAG, caller, null);
  }

  public static RefSnapshot.Entry find(Repository repository, RefSnapshot refs, String name) {
    return refs.find(RefKind.TAG.fullName(name))
        .orElseThrow(() ->
            new NoSuchException(
                Thing.TAG,
                "Tag %s does not exist in repository %s."
                    .formatted(InvalidFieldException.quote(name), repository.path())));
  }

  private static @Nullable String message(@Nullable String message) {
    if (message == null || message.isBlank()) {
      return null;
    }
    if (message.length() > MAX_MESSAGE_LENGTH || message.indexOf('\0') >= 0) {
      throw new InvalidFieldException(
          "message",
          "%s is not the message of a tag: it has at most %d characters and no zero byte."
              .formatted(InvalidFieldException.quote(message), MAX_MESSAGE_LENGTH));
    }
    return message.strip() + "\n";
  }

  private ObjectId writeObject(Quarantine quarantine, String name, ObjectId commit, String message)
      throws IOException {
    TagBuilder tag = new TagBuilder();
    tag.setTag(name);
    tag.setObjectId(commit, Constants.OBJ_COMMIT);
    tag.setTagger(idents.of(callers.get()));
    tag.setMessage(Commit.typed(message));
    try (org.eclipse.jgit.lib.Repository repository = quarantine.open();
        ObjectInserter inserter =
            ((ObjectDirectory) repository.getObjectDatabase()).newPackInserter()) {
      ObjectId id = inserter.insert(tag);
      inserter.flush();
      return id;
    }
  }
}
