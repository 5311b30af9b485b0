package org.packhouse.app.identity.user;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface UserStore extends Repository<UserEntity, Long> {

  UserEntity saveAndFlush(UserEntity user);

  Optional<UserEntity> findByIdAndDeletedFalse(long id);

  Optional<UserEntity> findBySlugAndDeletedFalse(String slug);

  List<UserEntity> findByIdInAndDeletedFalse(Collection<Long> ids);

  boolean existsBySlug(String slug);

  @Query("select u from User u where lower(u.name) = lower(:name) and not u.deleted")
  Optional<UserEntity> findByName(String name);

  @Query("select u from User u where lower(u.name) = lower(:name)")
  Optional<UserEntity> findByNameEvenIfDeleted(String name);
}
