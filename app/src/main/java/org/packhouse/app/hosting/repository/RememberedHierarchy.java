package org.packhouse.app.hosting.repository;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceHierarchy;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Reads places, and remembers each under the permission stamp of the request that asked. A change
 * of a place raises the stamp in its transaction, so what was read under a stamp is never older.
 */
@Component
class RememberedHierarchy implements ResourceHierarchy {

  private static final RowMapper<Place> PLACE =
      (row, number) ->
          new Place(
              row.getLong("id"), row.getBoolean("open"), row.getObject("owner_id", Long.class));

  private static final int REMEMBERED = 100_000;

  private final JdbcClient jdbc;
  private final Cache<Long, Remembered> repositories =
      Caffeine.newBuilder().maximumSize(REMEMBERED).build();
  private final Cache<Long, Remembered> projects =
      Caffeine.newBuilder().maximumSize(REMEMBERED).build();

  RememberedHierarchy(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  private record Remembered(long stamp, @Nullable Place place) {}

  @Override
  public @Nullable Place placeOfRepository(long repositoryId, long permissionStamp) {
    return place(
        repositories,
        repositoryId,
        permissionStamp,
        """
        select p.id, p.public or r.public as open, p.owner_id
          from repository r join project p on p.id = r.project_id
         where r.id = ? and r.trashed_at is null
        """);
  }

  @Override
  public @Nullable Place placeOfProject(long projectId, long permissionStamp) {
    return place(
        projects,
        projectId,
        permissionStamp,
        "select id, public as open, owner_id from project where id = ?");
  }

  private @Nullable Place place(Cache<Long, Remembered> cache, long id, long stamp, String sql) {
    Remembered remembered = cache.getIfPresent(id);
    if (remembered == null || remembered.stamp() != stamp) {
      Optional<Place> read = jdbc.sql(sql).param(id).query(PLACE).optional();
      remembered = new Remembered(stamp, read.orElse(null));
      cache.put(id, remembered);
    }
    return remembered.place();
  }
}
