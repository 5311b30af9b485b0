package org.packhouse.app.identity.user;

import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface UserStore extends Repository<UserEntity, Long> {

  /** Begins a query for users, deleted ones apart, by name, display name or address. */
  String MATCHING =
      """
      select u.* from users u
       where not u.deleted
         and (position(lower(:filter) in lower(u.name)) > 0
              or position(lower(:filter) in lower(u.display_name)) > 0
              or position(lower(:filter) in lower(coalesce(u.email_address, ''))) > 0)
      """;

  /** Begins a query for users, deleted ones apart, by name or display name. */
  String NAMED =
      """
      select u.* from users u
       where not u.deleted
         and (position(lower(:filter) in lower(u.name)) > 0
              or position(lower(:filter) in lower(u.display_name)) > 0)
      """;

  String PAGE = " order by lower(u.name) offset :start limit :limit";

  UserEntity saveAndFlush(UserEntity user);

  Optional<UserEntity> findByIdAndDeletedFalse(long id);

  Optional<UserEntity> findBySlugAndDeletedFalse(String slug);

  boolean existsBySlug(String slug);

  @Query("select u from User u where lower(u.name) = lower(:name) and not u.deleted")
  Optional<UserEntity> findByName(String name);

  @Query("select u from User u where lower(u.name) = lower(:name)")
  Optional<UserEntity> findByNameEvenIfDeleted(String name);

  @Query(
      nativeQuery = true,
      value = "select u.* from users u where not u.deleted and lower(u.name) = any(:names)")
  List<UserEntity> findByNames(String[] names);

  @Query(nativeQuery = true, value = MATCHING + PAGE)
  List<UserEntity> search(String filter, int start, int limit);

  @Query(nativeQuery = true, value = MATCHING + " and u.active" + PAGE)
  List<UserEntity> searchActive(String filter, int start, int limit);

  @Query(nativeQuery = true, value = MATCHING + " and u.active and u.id = any(:ids)" + PAGE)
  List<UserEntity> searchActive(Long[] ids, String filter, int start, int limit);

  @Query(nativeQuery = true, value = NAMED + " and u.id = any(:ids)" + PAGE)
  List<UserEntity> searchNamed(Long[] ids, String filter, int start, int limit);

  @Query(nativeQuery = true, value = NAMED + " and u.active and u.id = any(:ids)" + PAGE)
  List<UserEntity> searchActiveNamed(Long[] ids, String filter, int start, int limit);

  @Query(nativeQuery = true, value = NAMED + " and u.active and u.id <> all(:ids)" + PAGE)
  List<UserEntity> searchActiveExcept(Long[] ids, String filter, int start, int limit);

  @Query(
      nativeQuery = true,
      value =
          MATCHING
              + """
               and exists (select 1 from group_membership m
                            where m.group_id = :groupId and m.user_id = u.id) = :member
              """
              + PAGE)
  List<UserEntity> search(long groupId, boolean member, String filter, int start, int limit);
}
