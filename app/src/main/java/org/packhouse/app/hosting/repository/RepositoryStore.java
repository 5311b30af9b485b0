package org.packhouse.app.hosting.repository;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Query;

interface RepositoryStore
    extends org.springframework.data.repository.Repository<RepositoryEntity, Long> {

  Optional<RepositoryEntity> findById(long id);

  Optional<RepositoryEntity> findByIdAndTrashedAtIsNull(long id);

  @Query(
      """
      select r from RepositoryEntity r
       where r.projectId = :projectId and lower(r.slug) = lower(:slug) and r.trashedAt is null
      """)
  Optional<RepositoryEntity> findBySlug(long projectId, String slug);

  List<RepositoryEntity> findByTrashedAtBeforeOrderByTrashedAt(Instant before, Limit limit);

  List<RepositoryEntity> findByStateAndCreatedAtBeforeAndTrashedAtIsNull(
      RepositoryState state, Instant before);

  @Query("select r from RepositoryEntity r where locate(lower(:place), lower(r.trashedFrom)) = 1")
  List<RepositoryEntity> findTrashedBelow(String place);

  RepositoryEntity saveAndFlush(RepositoryEntity repository);

  void delete(RepositoryEntity repository);

  void flush();
}
