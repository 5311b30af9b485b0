package org.packhouse.app.source.browse.lastchange;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Statements on the tables of last changes. */
@Component
class LastChangeRows {

  private static final Logger LOG = LoggerFactory.getLogger(LastChangeRows.class);
  private static final int BATCH = 500;

  private final JdbcClient jdbc;
  private final JdbcTemplate batches;
  private final TransactionTemplate transaction;
  private final Clock clock;

  LastChangeRows(
      JdbcClient jdbc, JdbcTemplate batches, PlatformTransactionManager transactions, Clock clock) {
    this.jdbc = jdbc;
    this.batches = batches;
    this.transaction = new TransactionTemplate(transactions);
    this.clock = clock;
  }

  /**
   * Returns the last changes of a directory, in one statement for any depth.
   *
   * @param steps for each directory of the path its index among the directories of its parent, from
   *     0
   */
  Optional<PackedIds> find(long repositoryId, ObjectId commit, List<Integer> steps) {
    String ordinals =
        steps.stream()
            .map(step -> Integer.toString(step + 1))
            .collect(Collectors.joining(",", "{", "}"));
    return jdbc.sql(
            """
            with recursive step (depth, id) as (
              select 0, node_id from last_change_root
               where repository_id = :repository and commit_id = :commit
              union all
              select s.depth + 1, n.children[(cast(:ordinals as int[]))[s.depth + 1]]
                from step s join last_change_node n
                  on n.repository_id = :repository and n.id = s.id
               where s.depth < :depth)
            select n.commits from step s join last_change_node n
                on n.repository_id = :repository and n.id = s.id
             where s.depth = :depth
            """)
        .param("repository", repositoryId)
        .param("commit", bytes(commit))
        .param("ordinals", ordinals)
        .param("depth", steps.size())
        .query(byte[].class)
        .optional()
        .map(PackedIds::of);
  }

  boolean hasRoot(long repositoryId, ObjectId commit) {
    return jdbc.sql(
            """
            select exists (select 1 from last_change_root
                            where repository_id = ? and commit_id = ?)
            """)
        .params(repositoryId, bytes(commit))
        .query(Boolean.class)
        .single();
  }

  List<ObjectId> withoutRoot(long repositoryId, Collection<ObjectId> commits) {
    Set<ObjectId> known = new HashSet<>();
    jdbc.sql(
            """
            select commit_id from last_change_root
             where repository_id = ? and commit_id = any(?)
            """)
        .params(repositoryId, commits.stream().map(LastChangeRows::bytes).toArray(byte[][]::new))
        .query(row -> {
          known.add(id(row, 1));
        });
    return commits.stream().filter(it -> !known.contains(it)).toList();
  }

  /** Returns the indexed commits; nodes are read on demand. */
  StoredChanges stored(long repositoryId) {
    return new Stored(repositoryId, roots(repositoryId));
  }

  private Map<ObjectId, ObjectId> roots(long repositoryId) {
    Map<ObjectId, ObjectId> roots = new HashMap<>();
    jdbc.sql("select commit_id, node_id from last_change_root where repository_id = ?")
        .param(repositoryId)
        .query(row -> {
          roots.put(id(row, 1), id(row, 2));
        });
    return roots;
  }

  private final class Stored implements StoredChanges {
    private final long repositoryId;
    private final Map<ObjectId, ObjectId> roots;
    private final Map<ObjectId, LastChangeNode> read = new HashMap<>();

    Stored(long repositoryId, Map<ObjectId, ObjectId> roots) {
      this.repositoryId = repositoryId;
      this.roots = roots;
    }

    @Override
    public @Nullable ObjectId rootName(ObjectId commit) {
      return roots.get(commit);
    }

    @Override
    public void add(ObjectId commit, ObjectId name) {
      roots.put(commit, name);
    }

    @Override
    public @Nullable LastChangeNode node(ObjectId name) {
      LastChangeNode known = read.get(name);
      if (known != null) {
        return known;
      }
      Optional<LastChangeNode> node =
          jdbc.sql(
                  "select commits, children from last_change_node where repository_id = ? and id = ?")
              .params(repositoryId, bytes(name))
              .query(
                  (row, number) -> new LastChangeNode(PackedIds.of(row.getBytes(1)), ids(row, 2)))
              .optional();
      node.ifPresent(found -> read.put(name, found));
      return node.orElse(null);
    }
  }

  /** Stores the index of a commit; does nothing if the repository is gone. */
  void save(
      long repositoryId, ObjectId commit, ObjectId root, Map<ObjectId, LastChangeNode> nodes) {
    try {
      transaction.executeWithoutResult(_ -> write(repositoryId, commit, root, nodes));
    } catch (DataIntegrityViolationException e) {
      LOG.debug("Repository {} is gone", repositoryId, e);
    }
  }

  private void write(
      long repositoryId, ObjectId commit, ObjectId root, Map<ObjectId, LastChangeNode> nodes) {
    lock(repositoryId);
    batches.batchUpdate(
        """
        insert into last_change_node (repository_id, id, commits, children)
        values (?, ?, ?, ?) on conflict do nothing
        """,
        nodes.entrySet(),
        BATCH,
        (statement, node) -> {
          statement.setLong(1, repositoryId);
          statement.setBytes(2, bytes(node.getKey()));
          statement.setBytes(3, node.getValue().commits().bytes());
          statement.setArray(
              4,
              statement.getConnection().createArrayOf("bytea", arrays(node.getValue().children())));
        });
    jdbc.sql(
            """
            insert into last_change_root (repository_id, commit_id, node_id, made_at)
            values (?, ?, ?, ?) on conflict do nothing
            """)
        .params(repositoryId, bytes(commit), bytes(root), at(clock.instant()))
        .update();
  }

  /** Deletes all but {@code kept} and the latest {@code most} of those stored since. */
  void forget(long repositoryId, Collection<ObjectId> kept, Instant before, int most) {
    transaction.executeWithoutResult(_ -> {
      lock(repositoryId);
      forgetRoots(repositoryId, kept, before, most);
      Map<ObjectId, List<ObjectId>> children = new HashMap<>();
      jdbc.sql("select id, children from last_change_node where repository_id = ?")
          .param(repositoryId)
          .query(row -> {
            children.put(id(row, 1), ids(row, 2));
          });
      List<ObjectId> reached = new ArrayList<>(roots(repositoryId).values());
      while (!reached.isEmpty()) {
        List<ObjectId> below = children.remove(reached.removeLast());
        if (below != null) {
          reached.addAll(below);
        }
      }
      batches.batchUpdate(
          "delete from last_change_node where repository_id = ? and id = ?",
          children.keySet(),
          BATCH,
          (statement, id) -> {
            statement.setLong(1, repositoryId);
            statement.setBytes(2, bytes(id));
          });
    });
  }

  private void forgetRoots(long repositoryId, Collection<ObjectId> kept, Instant before, int most) {
    List<ObjectId> others =
        jdbc
            .sql(
                """
                select commit_id, made_at < ? from last_change_root where repository_id = ?
                 order by made_at desc
                """)
            .params(at(before), repositoryId)
            .query((row, number) -> Map.entry(id(row, 1), row.getBoolean(2)))
            .list()
            .stream()
            .filter(root -> !kept.contains(root.getKey()))
            .collect(
                Collectors.teeing(
                    Collectors.filtering(Map.Entry::getValue, Collectors.toList()),
                    Collectors.filtering(root -> !root.getValue(), Collectors.toList()),
                    (old, young) -> {
                      List<ObjectId> gone = new ArrayList<>();
                      old.forEach(root -> gone.add(root.getKey()));
                      young.stream().skip(most).forEach(root -> gone.add(root.getKey()));
                      return gone;
                    }));
    batches.batchUpdate(
        "delete from last_change_root where repository_id = ? and commit_id = ?",
        others,
        BATCH,
        (statement, id) -> {
          statement.setLong(1, repositoryId);
          statement.setBytes(2, bytes(id));
        });
  }

  /** Serializes saving and deletion: stored nodes refer to others that must not be deleted. */
  private void lock(long repositoryId) {
    jdbc.sql("select pg_advisory_xact_lock(hashtextextended('last-changes', ?))")
        .param(repositoryId)
        .query(row -> {});
  }

  private static byte[][] arrays(List<ObjectId> ids) {
    return ids.stream().map(LastChangeRows::bytes).toArray(byte[][]::new);
  }

  private static byte[] bytes(ObjectId id) {
    byte[] bytes = new byte[org.eclipse.jgit.lib.Constants.OBJECT_ID_LENGTH];
    id.copyRawTo(bytes, 0);
    return bytes;
  }

  private static ObjectId id(ResultSet row, int column) throws SQLException {
    return ObjectId.fromRaw(row.getBytes(column));
  }

  private static List<ObjectId> ids(ResultSet row, int column) throws SQLException {
    List<ObjectId> ids = new ArrayList<>();
    for (Object element : (Object[]) row.getArray(column).getArray()) {
      ids.add(ObjectId.fromRaw((byte[]) element));
    }
    return ids;
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
