package org.packhouse.app.source.branch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevTag;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/** Reads the commits, tag messages and divergence of branches and tags. */
@Component
public class RefDetails {

  private static final int MAX_TAG_MESSAGE = 16 * 1024;

  private final Divergences divergences;
  private final CommitLog log;

  RefDetails(Divergences divergences, CommitLog log) {
    this.divergences = divergences;
    this.log = log;
  }

  public List<DetailedRef> of(
      OpenRepository open, RefKind kind, List<RefSnapshot.Entry> refs, @Nullable Revision base)
      throws IOException {
    Map<ObjectId, Divergence> known =
        base == null
            ? Map.of()
            : divergences.of(
                open.git(),
                ObjectId.fromString(base.commit()),
                refs.stream().map(RefDetails::target).toList());
    List<DetailedRef> detailed = new ArrayList<>(refs.size());
    for (RefSnapshot.Entry ref : refs) {
      boolean isBase = base != null && ref.name().equals(base.refName());
      detailed.add(
          new DetailedRef(
              ref,
              kind.shortName(ref.name()),
              commit(open, target(ref)),
              ref.peeled() == null ? null : message(open, ref.id()),
              isBase ? null : known.get(target(ref))));
    }
    return detailed;
  }

  private @Nullable Commit commit(OpenRepository open, ObjectId id) throws IOException {
    try {
      return log.readListed(open, id.name());
    } catch (IncorrectObjectTypeException | MissingObjectException e) {
      return null;
    }
  }

  private static @Nullable String message(OpenRepository open, ObjectId tag) throws IOException {
    try (HistoryWalk walk = open.newHistoryWalk()) {
      RevTag read = walk.parseTag(tag);
      walk.parseBody(read);
      String message = read.getShortMessage();
      return message.isBlank()
          ? null
          : message.substring(0, Math.min(MAX_TAG_MESSAGE, message.length()));
    } catch (IncorrectObjectTypeException | MissingObjectException e) {
      return null;
    }
  }

  private static ObjectId target(RefSnapshot.Entry ref) {
    ObjectId peeled = ref.peeled();
    return peeled == null ? ref.id() : peeled;
  }
}
