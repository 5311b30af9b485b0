package org.packhouse.app.source.branch;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.springframework.stereotype.Component;

/** Filters and sorts the branches or tags of a snapshot. */
@Component
public class RefLists {

  private final RepositoryDirectories directories;

  // Weak keys: an entry is dropped with its snapshot.
  private final Cache<RefSnapshot, Map<RefKind, List<RefSnapshot.Entry>>> latestFirst;

  RefLists(RepositoryDirectories directories, Caches caches) {
    this.directories = directories;
    latestFirst =
        caches.build(
            "sorted-refs",
            "Branches and tags in the order of their commits",
            Caffeine.newBuilder().weakKeys());
  }

  public enum Order {
    ALPHABETICAL,
    /** Latest commit first; annotated tags count by their own date. */
    MODIFICATION;

    public static Order parse(@Nullable String name) {
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

  /** Selects refs by a part of the short name, ignoring case; {@code boost} sorts matches first. */
  public record Query(RefKind kind, @Nullable String text, Order order, boolean boost) {}

  public List<RefSnapshot.Entry> find(long repositoryId, RefSnapshot refs, Query query)
      throws IOException {
    List<RefSnapshot.Entry> all =
        query.order() == Order.ALPHABETICAL
            ? refs.in(query.kind().directory())
            : latestFirst(repositoryId, refs, query.kind());
    String text = query.text();
    if (text == null || text.isEmpty()) {
      return all;
    }
    List<RefSnapshot.Entry> found = containing(all, query.kind(), text);
    if (query.boost()) {
      found.sort(Comparator.comparingInt(ref -> rank(query.kind(), ref, text)));
    }
    return found;
  }

  private static List<RefSnapshot.Entry> containing(
      List<RefSnapshot.Entry> refs, RefKind kind, String text) {
    List<RefSnapshot.Entry> found = new ArrayList<>();
    for (RefSnapshot.Entry ref : refs) {
      if (contains(ref.name(), kind.directory().length(), text)) {
        found.add(ref);
      }
    }
    return found;
  }

  private static boolean contains(String name, int from, String text) {
    for (int i = from; i <= name.length() - text.length(); i++) {
      if (name.regionMatches(true, i, text, 0, text.length())) {
        return true;
      }
    }
    return false;
  }

  private static int rank(RefKind kind, RefSnapshot.Entry ref, String text) {
    int from = kind.directory().length();
    if (!ref.name().regionMatches(true, from, text, 0, text.length())) {
      return 2;
    }
    return ref.name().length() == from + text.length() ? 0 : 1;
  }

  private List<RefSnapshot.Entry> latestFirst(long repositoryId, RefSnapshot refs, RefKind kind)
      throws IOException {
    Map<RefKind, List<RefSnapshot.Entry>> known =
        latestFirst.get(refs, _ -> new EnumMap<>(RefKind.class));
    synchronized (known) {
      List<RefSnapshot.Entry> sorted = known.get(kind);
      if (sorted == null) {
        try (Repository git = directories.open(repositoryId)) {
          sorted = RefDates.latestFirst(git, refs.in(kind.directory()));
        }
        known.put(kind, sorted);
      }
      return sorted;
    }
  }
}
