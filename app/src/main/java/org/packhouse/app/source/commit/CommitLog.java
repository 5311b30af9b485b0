package org.packhouse.app.source.commit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.hooks.HistoryWalk;
import org.packhouse.hooks.Ident;
import org.springframework.stereotype.Component;

/**
 * Reads commits and logs, newest first.
 *
 * <p>A page deep in a history is only found by walking to it. Walked ids are therefore cached, and
 * a walk goes twice as far as asked, so that reading page after page takes few walks. A log starts
 * at commits and not at refs, so cached ids never become stale.
 */
@Component
public class CommitLog {

  private static final long REMEMBERED_BYTES = 32 << 20;
  private static final int LEAST_AHEAD = 500;

  private final Cache<Question, WalkedIds> walked;
  private final Cache<Question, Counts> counted;

  private final CommitMessageSettings messages;

  public CommitLog(CommitMessageSettings messages, Caches caches) {
    this.messages = messages;
    walked =
        caches.build(
            "commit-logs",
            "Ids of commits in logs",
            Caffeine.newBuilder()
                .maximumWeight(REMEMBERED_BYTES)
                .<Question, WalkedIds>weigher((_, ids) -> ids.bytes()));
    counted = caches.build("commit-counts", "Numbers of commits and authors in logs", 1000);
  }

  private record Question(long repositoryId, LogQuery query) {}

  /** The size of a log; authors are distinct e-mail addresses. */
  public record Counts(int commits, int authors) {}

  /** Reads a commit with the message length of single commits. */
  public Commit read(OpenRepository repository, String id) throws IOException {
    try (HistoryWalk walk = repository.newHistoryWalk()) {
      return Commit.of(walk, walk.parseCommit(ObjectId.fromString(id)), messages);
    }
  }

  /** Reads a commit with the message length of lists. */
  public Commit readListed(OpenRepository repository, String id) throws IOException {
    try (HistoryWalk walk = repository.newHistoryWalk()) {
      return Commit.listed(walk, walk.parseCommit(ObjectId.fromString(id)), messages);
    }
  }

  /**
   * Reads commits as lists show them; ids must be of commits, see {@link
   * OpenRepository#parseKnown}.
   */
  public Map<String, Commit> readAll(OpenRepository repository, Collection<String> ids)
      throws IOException {
    Map<String, Commit> commits = new HashMap<>();
    try (HistoryWalk walk = repository.newHistoryWalk()) {
      for (String id : ids) {
        if (!commits.containsKey(id)) {
          RevCommit commit = OpenRepository.parseKnown(walk, ObjectId.fromString(id));
          commits.put(id, Commit.listed(walk, commit, messages));
        }
      }
    }
    return commits;
  }

  /** Returns the commits that changed a path, without the first {@code start}. */
  public CommitPage page(
      OpenRepository repository, String from, TreePath path, int start, int limit)
      throws IOException {
    return page(repository, LogQuery.of(from, path), start, limit);
  }

  /** Returns a log without the first {@code start} commits. */
  public CommitPage page(OpenRepository repository, LogQuery query, int start, int limit)
      throws IOException {
    WalkedIds ids = ids(repository, query, start, (long) start + limit + 1);
    List<Commit> commits = new ArrayList<>();
    int end = (int) Math.min((long) start + limit, ids.count());
    try (HistoryWalk walk = repository.newHistoryWalk()) {
      for (int i = start; i < end; i++) {
        RevCommit commit = OpenRepository.parseKnown(walk, ids.get(i));
        commits.add(Commit.listed(walk, commit, messages));
      }
    }
    return new CommitPage(commits, start, ids.count() > (long) start + limit);
  }

  public List<String> ids(OpenRepository repository, LogQuery query, int limit) throws IOException {
    WalkedIds ids = ids(repository, query, 0, limit);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < Math.min(limit, ids.count()); i++) {
      names.add(ids.get(i).name());
    }
    return names;
  }

  public Counts count(OpenRepository repository, LogQuery query) throws IOException {
    Question question = new Question(repository.id(), query);
    return Caches.get(counted, question, () -> countAll(repository, query));
  }

  private WalkedIds ids(OpenRepository repository, LogQuery query, int start, long wanted)
      throws IOException {
    Question question = new Question(repository.id(), query);
    WalkedIds known = walked.getIfPresent(question);
    if (known != null && (known.isAll() || known.count() >= wanted)) {
      return known;
    }
    long most = start == 0 ? wanted : Math.max(2 * wanted, LEAST_AHEAD);
    WalkedIds ids = walk(repository, query, (int) Math.min(most, Integer.MAX_VALUE));
    walked.put(question, ids);
    return ids;
  }

  private static WalkedIds walk(OpenRepository repository, LogQuery query, int most)
      throws IOException {
    try (LogWalk walk = new LogWalk(repository.git(), query)) {
      WalkedIds ids = new WalkedIds();
      while (ids.count() < most) {
        RevCommit commit = walk.next();
        if (commit == null) {
          ids.complete();
          break;
        }
        ids.add(commit);
      }
      return ids;
    }
  }

  private static Counts countAll(OpenRepository repository, LogQuery query) throws IOException {
    Set<String> authors = new HashSet<>();
    int commits = 0;
    try (LogWalk walk = new LogWalk(repository.git(), query);
        HistoryWalk bodies = repository.newHistoryWalk()) {
      for (RevCommit next = walk.next(); next != null; next = walk.next()) {
        RevCommit commit = OpenRepository.parseKnown(bodies, next);
        bodies.parseBody(commit);
        authors.add(Ident.author(commit).email());
        commit.disposeBody();
        commits++;
      }
    }
    return new Counts(commits, authors.size());
  }

  /** A list of commit ids, 20 bytes each. */
  static final class WalkedIds {

    private static final int LENGTH = Constants.OBJECT_ID_LENGTH;

    private byte[] ids = new byte[32 * LENGTH];
    private int count;
    private boolean all;

    void add(AnyObjectId id) {
      if ((count + 1) * LENGTH > ids.length) {
        ids = Arrays.copyOf(ids, ids.length * 2);
      }
      id.copyRawTo(ids, count++ * LENGTH);
    }

    void complete() {
      all = true;
    }

    boolean isAll() {
      return all;
    }

    int count() {
      return count;
    }

    int bytes() {
      return ids.length + 200;
    }

    ObjectId get(int index) {
      return ObjectId.fromRaw(ids, index * LENGTH);
    }
  }
}
