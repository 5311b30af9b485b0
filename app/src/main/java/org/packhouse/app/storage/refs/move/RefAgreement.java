package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.platform.database.SessionLimits;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.refs.RefFiles;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Compares the refs on disk with the last recorded moves, again under lock if they differ. */
@Component
public class RefAgreement {

  private final JdbcClient sql;
  private final TransactionTemplate transaction;
  private final RepositoryStorage storage;

  public RefAgreement(JdbcClient sql, TransactionTemplate transaction, RepositoryStorage storage) {
    this.sql = sql;
    this.transaction = transaction;
    this.storage = storage;
  }

  /** Returns a line for each ref that differs. */
  public List<String> differences(long repositoryId) throws IOException {
    if (look(repositoryId).isEmpty()) {
      return List.of();
    }
    try {
      List<String> found = transaction.execute(_ -> lookLocked(repositoryId));
      return found == null ? List.of() : found;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private List<String> lookLocked(long repositoryId) {
    SessionLimits.allowForFiles(sql);
    sql.sql("select ref_version from repository_version where repository_id = ? for update")
        .param(repositoryId)
        .query(Long.class)
        .optional();
    try {
      return look(repositoryId);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> look(long repositoryId) throws IOException {
    Map<String, String> told = new TreeMap<>(RefRows.stored(sql, repositoryId));
    Map<String, String> found = new RefFiles(storage.directory(repositoryId)).values();
    Set<String> open = open(repositoryId);
    List<String> differences = new ArrayList<>();
    told.forEach((ref, value) -> {
      String there = found.getOrDefault(ref, ObjectId.zeroId().name());
      if (!there.equals(value) && !open.contains(ref)) {
        differences.add("%s is %s on disk and %s in the database".formatted(ref, there, value));
      }
    });
    return differences;
  }

  /** Returns the refs of undecided updates, which a server will decide by the refs on disk. */
  private Set<String> open(long repositoryId) {
    return new HashSet<>(
        sql.sql(
                """
                select jsonb_array_elements(changes) ->> 'ref' from pending_ref_update
                 where repository_id = ?
                """)
            .param(repositoryId)
            .query(String.class)
            .list());
  }
}
