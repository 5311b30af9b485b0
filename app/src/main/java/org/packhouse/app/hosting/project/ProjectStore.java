package org.packhouse.app.hosting.project;

import java.util.Optional;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface ProjectStore extends Repository<ProjectEntity, Long> {

  Optional<ProjectEntity> findById(long id);

  @Query("select p from ProjectEntity p where lower(p.key) = lower(:key)")
  Optional<ProjectEntity> findByKey(String key);

  Optional<ProjectEntity> findByOwnerId(long ownerId);

  @Query("select p from ProjectEntity p where lower(p.name) = lower(:name) and p.ownerId is null")
  Optional<ProjectEntity> findByName(String name);

  ProjectEntity saveAndFlush(ProjectEntity project);

  void delete(ProjectEntity project);

  void flush();
}
