package org.packhouse.app.branch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.objects.RepositoryFolders;
import org.packhouse.app.refs.RefSnapshot;
import org.packhouse.app.rest.InvalidFieldException;
import org.springframework.stereotype.Component;

/** Filters and orders the refs of a snapshot. */
@Component
class RefList {

  private final RepositoryFolders folders;

  RefList(RepositoryFolders folders) {
    this.folders = folders;
  }

  /** How a list is ordered. */
  enum Order {
    /** By name. */
    ALPHABETICAL,
    /** The latest commit first. */
    MODIFICATION;

    static Order parse(@Nullable String name) {
      if (name == null || name.isEmpty()) {
        return ALPHABETICAL;
      }
      return switch (name.toUpperCase(Locale.ROOT)) {
        case "ALPHABETICAL" -> ALPHABETICAL;
        case "MODIFICATION" -> MODIFICATION;
        default ->
            throw new InvalidFieldException(
                "orderBy",
                "The parameter orderBy must be ALPHABETICAL or MODIFICATION, not %s."
                    .formatted(InvalidFieldException.quote(name)));
      };
    }
  }

  /**
   * The refs below a prefix whose short names hold the text, in any case.
   *
   * @param prefix {@code refs/heads/} or {@code refs/tags/}
   */
  List<RefSnapshot.Entry> find(
      long repositoryId, RefSnapshot refs, String prefix, @Nullable String text, Order order)
      throws IOException {
    String part = text == null ? "" : text.toLowerCase(Locale.ROOT);
    List<RefSnapshot.Entry> found = new ArrayList<>();
    for (RefSnapshot.Entry ref : refs.refs()) {
      if (ref.name().startsWith(prefix)
          && ref.name().substring(prefix.length()).toLowerCase(Locale.ROOT).contains(part)) {
        found.add(ref);
      }
    }
    if (order == Order.MODIFICATION) {
      Map<ObjectId, Integer> times = commitTimes(repositoryId, found);
      found.sort(
          Comparator.comparing((RefSnapshot.Entry ref) -> times.getOrDefault(ref.id(), 0))
              .reversed());
    }
    return found;
  }

  private Map<ObjectId, Integer> commitTimes(long repositoryId, List<RefSnapshot.Entry> refs)
      throws IOException {
    Map<ObjectId, Integer> times = new HashMap<>();
    try (Repository repository = folders.open(repositoryId);
        RevWalk walk = new RevWalk(repository)) {
      for (RefSnapshot.Entry ref : refs) {
        try {
          times.put(ref.id(), time(walk, walk.parseAny(ref.id())));
        } catch (MissingObjectException e) {
          // A ref that points nowhere: it comes last.
          times.put(ref.id(), 0);
        }
      }
    }
    return times;
  }

  private static int time(RevWalk walk, RevObject object) throws IOException {
    return switch (object) {
      case RevCommit commit -> commit.getCommitTime();
      case RevTag tag when tag.getTaggerIdent() != null ->
          (int) tag.getTaggerIdent().getWhenAsInstant().getEpochSecond();
      case RevTag tag -> time(walk, walk.parseAny(tag.getObject()));
      default -> 0;
    };
  }
}
