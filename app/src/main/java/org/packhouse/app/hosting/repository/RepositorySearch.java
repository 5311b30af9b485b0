package org.packhouse.app.hosting.repository;

import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Permissions.Visibility;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.springframework.stereotype.Service;

/** Lists the repositories that a caller may see, in one statement. */
@Service
public class RepositorySearch {

  private static final String VISIBLE =
      """
       and (:everything = true or p.id in :projects or r.id in :repositories
            or (:publicToo = true and (p.isPublic = true or r.isPublic = true)))
      """;

  private static final String PUBLIC =
      """
      (:public = true and (p.isPublic = true or r.isPublic = true)
       or :public = false and p.isPublic = false and r.isPublic = false)
      """;

  private static final String IDS =
      "select r.id from RepositoryEntity r join r.project p where r.trashedAt is null";

  /** Each id is a parameter, of which PostgreSQL takes 65,535 in a statement. */
  private static final int IDS_AT_ONCE = 10_000;

  private final EntityManager entities;
  private final Permissions permissions;

  RepositorySearch(EntityManager entities, Permissions permissions) {
    this.entities = entities;
    this.permissions = permissions;
  }

  /** A condition with one parameter, left out if its value is null. */
  private record Condition(String hql, String parameter, @Nullable Object value) {}

  public Page<Repository> find(Caller caller, RepositoryFilter filter, PageRequest page) {
    return find(
        caller,
        filter.permission(),
        page,
        new Condition("locate(:name, lower(r.name)) > 0", "name", lower(filter.name())),
        new Condition(
            "locate(:project, lower(p.name)) > 0", "project", lower(filter.projectName())),
        new Condition("lower(p.key) = :key", "key", lower(filter.projectKey())),
        new Condition("r.state = :state", "state", filter.state()),
        new Condition(PUBLIC, "public", filter.isPublic()),
        new Condition("r.archived = :archived", "archived", filter.archived()));
  }

  /** Lists the readable forks of a repository, by name. */
  public Page<Repository> findForks(Caller caller, Repository origin, PageRequest page) {
    return find(
        caller,
        Permission.REPO_READ,
        page,
        new Condition("r.originId = :origin", "origin", origin.id()));
  }

  /** Lists the other readable repositories of a fork network, by name. */
  public Page<Repository> findRelated(Caller caller, Repository member, PageRequest page) {
    return find(
        caller,
        Permission.REPO_READ,
        page,
        new Condition("r.hierarchyId = :hierarchy", "hierarchy", member.hierarchyId()),
        new Condition("r.id <> :self", "self", member.id()));
  }

  /** Lists those of the repositories on which the caller holds the permission, by name. */
  public Page<Repository> findAmong(
      Caller caller, Collection<Long> ids, Permission permission, PageRequest page) {
    return ids.isEmpty()
        ? Page.ofOneMore(page, List.of())
        : find(caller, permission, page, new Condition("r.id in :ids", "ids", ids));
  }

  /** Returns those of the ids that belong to readable repositories. */
  public Set<Long> readable(Caller caller, Collection<Long> ids) {
    Visibility visible = permissions.visibility(caller, Permission.REPO_READ);
    List<Long> all = List.copyOf(ids);
    Set<Long> readable = new HashSet<>();
    for (int i = 0; i < all.size(); i += IDS_AT_ONCE) {
      List<Long> some = all.subList(i, Math.min(i + IDS_AT_ONCE, all.size()));
      readable.addAll(
          query(Long.class, IDS, "", visible, List.of(new Condition("r.id in :ids", "ids", some)))
              .getResultList());
    }
    return readable;
  }

  /**
   * Returns the ids of the readable repositories, of a project or of a slug if they are not null.
   */
  public List<Long> readableIds(Caller caller, @Nullable String projectKey, @Nullable String slug) {
    Visibility visible = permissions.visibility(caller, Permission.REPO_READ);
    List<Condition> conditions =
        List.of(
            new Condition("lower(p.key) = :key", "key", lower(projectKey)),
            new Condition("lower(r.slug) = :slug", "slug", lower(slug)));
    return query(Long.class, IDS, "", visible, conditions).getResultList();
  }

  private Page<Repository> find(
      Caller caller, Permission permission, PageRequest page, Condition... conditions) {
    List<Repository> found =
        query(
                RepositoryEntity.class,
                RepositoryStore.PLACED,
                " order by lower(r.name), r.id",
                permissions.visibility(caller, permission),
                List.of(conditions))
            .setFirstResult(page.start())
            .setMaxResults(page.oneMore())
            .getResultList()
            .stream()
            .map(RepositoryEntity::toRepository)
            .toList();
    return Page.ofOneMore(page, found);
  }

  private <T> TypedQuery<T> query(
      Class<T> type, String select, String order, Visibility visible, List<Condition> conditions) {
    List<Condition> asked = conditions.stream().filter(it -> it.value() != null).toList();
    List<String> hql = new ArrayList<>(List.of(select + VISIBLE));
    asked.forEach(it -> hql.add(it.hql()));
    TypedQuery<T> query = entities.createQuery(String.join(" and ", hql) + order, type);
    asked.forEach(it -> query.setParameter(it.parameter(), it.value()));
    return query
        .setParameter("everything", visible.everything())
        .setParameter("projects", visible.projects())
        .setParameter("repositories", visible.repositories())
        .setParameter("publicToo", visible.publicToo());
  }

  private static @Nullable String lower(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text.toLowerCase(Locale.ROOT);
  }
}
