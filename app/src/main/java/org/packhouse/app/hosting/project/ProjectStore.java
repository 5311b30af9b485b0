package org.packhouse.app.hosting.project;

import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface ProjectStore extends Repository<ProjectEntity, Long> {

  Optional<ProjectEntity> findById(long id);

  @Query("select p from ProjectEntity p where lower(p.key) = lower(:key)")
  Optional<ProjectEntity> findByKey(String key);

  Optional<ProjectEntity> findByOwnerId(long ownerId);

  /** Takes an advisory lock on the creation of that user's personal project. */
  @Query(
      nativeQuery = true,
      value =
          "select cast(pg_advisory_xact_lock(hashtextextended('personal-project', :ownerId)) as text)")
  String lockPersonalOf(long ownerId);

  @Query("select p from ProjectEntity p where lower(p.name) = lower(:name) and p.ownerId is null")
  Optional<ProjectEntity> findByName(String name);

  @Query(
      nativeQuery = true,
      value =
          """
          select p.* from project p
           where p.owner_id is null
             and (:everything or p.id = any(:projects) or (:publicToo and p.public))
             and position(:name in lower(p.name)) > 0
           order by lower(p.name), p.id offset :start limit :limit
          """)
  List<ProjectEntity> search(
      boolean everything, boolean publicToo, Long[] projects, String name, int start, int limit);

  ProjectEntity saveAndFlush(ProjectEntity project);

  void delete(ProjectEntity project);

  void flush();
}
