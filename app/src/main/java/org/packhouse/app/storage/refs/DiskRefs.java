package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads refs from disk. */
@Component
public class DiskRefs {

  private final RepositoryStorage storage;
  private final RepositoryDirectories directories;
  private final JdbcClient sql;
  private final Clock clock;
  private final Duration formerTips;

  DiskRefs(
      RepositoryStorage storage,
      RepositoryDirectories directories,
      JdbcClient sql,
      Clock clock,
      RefSettings settings) {
    this.storage = storage;
    this.directories = directories;
    this.sql = sql;
    this.clock = clock;
    this.formerTips = settings.formerTips();
  }

  /** The refs read, and the state of their files before that. */
  public record Reading(RefSnapshot snapshot, RefStamp stamp) {}

  long version(long repositoryId) {
    return sql.sql("select ref_version from repository_version where repository_id = ?")
        .param(repositoryId)
        .query(Long.class)
        .optional()
        .orElse(1L);
  }

  /** Reads all refs. The caller must have read the version from PostgreSQL before. */
  public Reading read(long repositoryId, long version) throws IOException {
    RefFiles files = new RefFiles(storage.directory(repositoryId));
    RefStamp stamp = new RefStamp(clock.instant());
    stamp.see(files.file(Constants.HEAD), files.shared());
    String head = files.headTarget();
    SortedMap<String, PackedRefs.Line> all = files.readAll(stamp);
    List<RefSnapshot.Entry> refs = entries(repositoryId, all, RefNames::isAdvertised);
    List<RefSnapshot.Entry> pullRequests =
        entries(repositoryId, all, name -> name.startsWith(RefNames.PULL_REQUESTS));
    return new Reading(new RefSnapshot(version, head, refs, pullRequests), stamp);
  }

  void checkDirectory(long repositoryId) throws IOException {
    directories.check(repositoryId);
  }

  boolean isStill(long repositoryId, RefStamp stamp) throws IOException {
    return stamp.isStill(new RefFiles(storage.directory(repositoryId)));
  }

  /** Returns the values of all refs, also those that no snapshot has, and of HEAD. */
  public Map<String, String> values(long repositoryId) throws IOException {
    return new RefFiles(storage.directory(repositoryId)).values();
  }

  Set<ObjectId> recentTips(long repositoryId) {
    return new HashSet<>(
        sql.sql(
                """
                select distinct old_value from ref_move
                 where repository_id = ? and moved_at > ? and ref_name like 'refs/%'
                   and old_value <> ?
                """)
            .params(
                repositoryId,
                clock.instant().minus(formerTips).atOffset(ZoneOffset.UTC),
                ObjectId.zeroId().name())
            .query((row, number) -> ObjectId.fromString(row.getString(1)))
            .list());
  }

  private List<RefSnapshot.Entry> entries(
      long repositoryId, SortedMap<String, PackedRefs.Line> all, Predicate<String> wanted)
      throws IOException {
    List<RefSnapshot.Entry> entries = new ArrayList<>();
    try (Peeling peeling = new Peeling(directories, repositoryId)) {
      for (Map.Entry<String, PackedRefs.Line> ref : all.entrySet()) {
        if (wanted.test(ref.getKey())) {
          entries.add(entry(ref.getKey(), ref.getValue(), peeling));
        }
      }
    }
    return List.copyOf(entries);
  }

  private static RefSnapshot.Entry entry(String name, PackedRefs.Line line, Peeling peeling)
      throws IOException {
    // A branch never points to a tag.
    boolean known = line.peelKnown() || name.startsWith(RefNames.HEADS);
    return new RefSnapshot.Entry(name, line.id(), known ? line.peeled() : peeling.peel(line.id()));
  }
}
