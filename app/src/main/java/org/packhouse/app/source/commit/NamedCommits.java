package org.packhouse.app.source.commit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/** Lists branches and tags for menus. */
@Component
public class NamedCommits {

  public enum Kind {
    BRANCH(Constants.R_HEADS),
    TAG(Constants.R_TAGS);

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }
  }

  private final CommitMessageSettings messages;

  NamedCommits(CommitMessageSettings messages) {
    this.messages = messages;
  }

  /**
   * Returns names with a part in any case: an exact match, the default branch, then git's order.
   */
  public List<String> names(
      OpenRepository repository, Kind kind, String filter, int start, int limit) {
    return entries(repository, kind, filter, start, limit).stream()
        .map(entry -> entry.name().substring(kind.prefix.length()))
        .toList();
  }

  public List<NamedCommit> page(
      OpenRepository repository, Kind kind, String filter, int start, int limit)
      throws IOException {
    List<NamedCommit> page = new ArrayList<>();
    try (HistoryWalk walk = repository.newHistoryWalk()) {
      for (RefSnapshot.Entry entry : entries(repository, kind, filter, start, limit)) {
        ObjectId peeled = entry.peeled();
        ObjectId id = peeled == null ? entry.id() : peeled;
        Commit commit = null;
        if (walk.parseAny(id) instanceof RevCommit found) {
          commit = Commit.listed(walk, found, messages);
        }
        String name = entry.name().substring(kind.prefix.length());
        page.add(new NamedCommit(entry.name(), name, commit));
      }
    }
    return page;
  }

  public int count(OpenRepository repository, Kind kind) {
    return (int)
        repository.refs().refs().stream()
            .filter(entry -> entry.name().startsWith(kind.prefix))
            .count();
  }

  private static List<RefSnapshot.Entry> entries(
      OpenRepository repository, Kind kind, String filter, int start, int limit) {
    String wanted = filter.toLowerCase(Locale.ROOT);
    List<RefSnapshot.Entry> matching = new ArrayList<>();
    for (RefSnapshot.Entry entry : repository.refs().refs()) {
      if (entry.name().startsWith(kind.prefix)
          && entry.name().toLowerCase(Locale.ROOT).indexOf(wanted, kind.prefix.length()) >= 0) {
        matching.add(entry);
      }
    }
    moveToFront(matching, repository.refs().headTarget());
    moveToFront(matching, kind.prefix + filter);
    int from = Math.min(start, matching.size());
    return matching.subList(from, (int) Math.min((long) from + limit, matching.size()));
  }

  private static void moveToFront(List<RefSnapshot.Entry> entries, String name) {
    for (int i = 1; i < entries.size(); i++) {
      if (entries.get(i).name().equals(name)) {
        entries.addFirst(entries.remove(i));
        return;
      }
    }
  }

  /** A branch or tag; {@code commit} is null if the ref leads to no commit. */
  public record NamedCommit(String refName, String name, @Nullable Commit commit) {}
}
