package org.packhouse.app.hosting.repository;

import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;

interface RepositoryStore
    extends org.springframework.data.repository.Repository<RepositoryEntity, Long> {

  /** Begins a query for repositories outside the trash with their projects. */
  String PLACED =
      "select r from RepositoryEntity r join fetch r.project p where r.trashedAt is null";

  @Query(PLACED + " and r.id = :id")
  Optional<RepositoryEntity> findPlaced(long id);

  boolean existsByIdAndTrashedAtIsNull(long id);

  @Query(PLACED + " and r.id in :ids")
  List<RepositoryEntity> findPlaced(Collection<Long> ids);

  @Query(PLACED + " and lower(p.key) = :key and lower(r.slug) = :slug")
  Optional<RepositoryEntity> findPlaced(String key, String slug);

  @Query(PLACED + " and r.state = 'AVAILABLE' order by lower(p.key), lower(r.slug)")
  List<RepositoryEntity> findAvailable();

  @Query(
      "select distinct r.projectId from RepositoryEntity r where r.id in :ids and r.projectId is not null")
  Set<Long> findProjects(Collection<Long> ids);

  @Query(
      """
      select distinct r.projectId from RepositoryEntity r
       where r.isPublic = true and r.trashedAt is null
      """)
  Set<Long> findProjectsWithPublicRepository();

  @Query(
      nativeQuery = true,
      value =
          """
          select * from repository where trashed_at is not null
           order by trashed_at desc, id desc offset :start limit :limit
          """)
  List<RepositoryEntity> findTrashed(int start, int limit);

  Optional<RepositoryEntity> findById(long id);

  Optional<RepositoryEntity> findByIdAndTrashedAtIsNull(long id);

  /** Locks the row. */
  @Lock(LockModeType.PESSIMISTIC_WRITE)
  Optional<RepositoryEntity> findLockedByIdAndTrashedAtIsNull(long id);

  @Query(
      """
      select r from RepositoryEntity r
       where r.projectId = :projectId and lower(r.slug) = lower(:slug) and r.trashedAt is null
      """)
  Optional<RepositoryEntity> findBySlug(long projectId, String slug);

  List<RepositoryEntity> findByTrashedAtBeforeOrderByTrashedAt(Instant before, Limit limit);

  List<RepositoryEntity> findByStateAndTrashedAtIsNull(RepositoryState state);

  @Query("select r from RepositoryEntity r where locate(lower(:place), lower(r.trashedFrom)) = 1")
  List<RepositoryEntity> findTrashedBelow(String place);

  RepositoryEntity saveAndFlush(RepositoryEntity repository);

  void delete(RepositoryEntity repository);

  void flush();
}
