package org.packhouse.app.identity.user;

import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface GroupStore extends Repository<GroupEntity, Long> {

  Optional<GroupEntity> findById(long id);

  @Query(nativeQuery = true, value = "select * from groups where lower(name) = lower(:name)")
  Optional<GroupEntity> findByName(String name);

  @Query(
      nativeQuery = true,
      value =
          """
          select * from groups where position(lower(:filter) in lower(name)) > 0
           order by lower(name) offset :start limit :limit
          """)
  List<GroupEntity> search(String filter, int start, int limit);

  @Query(
      nativeQuery = true,
      value =
          """
          select g.* from groups g
           where exists (select 1 from group_membership m
                          where m.group_id = g.id and m.user_id = :userId) = :member
             and position(lower(:filter) in lower(g.name)) > 0
           order by lower(g.name) offset :start limit :limit
          """)
  List<GroupEntity> search(long userId, boolean member, String filter, int start, int limit);

  @Query(
      nativeQuery = true,
      value =
          """
          select * from groups
           where (id = any(:ids)) = :among and position(lower(:filter) in lower(name)) > 0
           order by lower(name) offset :start limit :limit
          """)
  List<GroupEntity> search(Long[] ids, boolean among, String filter, int start, int limit);

  @Query(
      nativeQuery = true,
      value =
          """
          select g.* from groups g join group_membership m on m.group_id = g.id
           where m.user_id = :userId order by lower(g.name)
          """)
  List<GroupEntity> findByMember(long userId);

  GroupEntity saveAndFlush(GroupEntity group);

  void delete(GroupEntity group);

  void flush();
}
