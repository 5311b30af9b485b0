package org.packhouse.app.review.reviewer;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps groups of reviewers; asks no permission. */
@Service
public class ReviewerGroups {

  /** Groups that a project or repository has at most. */
  public static final int MAX_GROUPS = 1_000;

  private static final int MAX_NAME = 50;
  private static final int MAX_DESCRIPTION = 255;

  private final ReviewerGroupRows rows;
  private final ScopedSettings settings;

  ReviewerGroups(ReviewerGroupRows rows, ScopedSettings settings) {
    this.rows = rows;
    this.settings = settings;
  }

  /**
   * The ids of the members of groups that a repository has of its own or from its project.
   *
   * @param names in any case; names that no group has are passed over
   */
  public Set<Long> members(Repository repository, Collection<String> names) {
    if (names.isEmpty()) {
      return Set.of();
    }
    List<String> folded = names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    Map<String, List<Long>> found =
        rows.members(repository.id(), repository.project().id(), folded);
    Set<Long> ids = new LinkedHashSet<>();
    folded.forEach(name -> ids.addAll(found.getOrDefault(name, List.of())));
    return ids;
  }

  /**
   * The groups of a repository, its own or its project's, that a user is in, by name in lower case.
   *
   * @param names of the groups that matter, in any case
   */
  public Set<String> namesWith(Repository repository, long userId, Collection<String> names) {
    if (names.isEmpty()) {
      return Set.of();
    }
    List<String> folded = names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    Set<String> found = new HashSet<>();
    rows.members(repository.id(), repository.project().id(), folded)
        .forEach((name, members) -> {
          if (members.contains(userId)) {
            found.add(name);
          }
        });
    return found;
  }

  /** Those of a project, or of a repository and its project, by name; one more than the page. */
  public List<ReviewerGroup> list(Resource resource, PageRequest page) {
    return rows.list(SettingScope.of(resource).repositoryId(), resource.project().id(), page);
  }

  /**
   * A group of a project, or one that a repository has of its own or from its project.
   *
   * @throws RefusedException if there is none
   */
  public ReviewerGroup require(Resource resource, long id) {
    Optional<ReviewerGroup> found =
        rows.find(SettingScope.of(resource).repositoryId(), resource.project().id(), id);
    return found.orElseThrow(() ->
        new NoSuchException(
            Thing.ENTITY,
            "%s has no reviewer group with the id %d.".formatted(resource.path(), id)));
  }

  private ReviewerGroup requireOwn(Resource resource, long id) {
    ReviewerGroup group = require(resource, id);
    if (!group.scope().isOf(resource)) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "The reviewer group %s is the project's and is changed there."
              .formatted(InvalidFieldException.quote(group.name())));
    }
    return group;
  }

  /**
   * Adds a group to a project or repository.
   *
   * @return its id
   * @throws InvalidFieldException if its name or description breaks a rule
   * @throws RefusedException if the name is taken, or there are too many
   */
  @Transactional
  public long add(
      Resource resource, @Nullable String name, @Nullable String description, List<Long> userIds) {
    String checked = checked("name", name, MAX_NAME);
    if (checked == null || checked.isBlank()) {
      throw nameless();
    }
    return add(
        resource,
        new ReviewerGroup(
            0,
            SettingScope.of(resource),
            checked,
            checked("description", description, MAX_DESCRIPTION),
            userIds));
  }

  private static InvalidFieldException nameless() {
    return new InvalidFieldException("name", "The name of a reviewer group is required.");
  }

  private static @Nullable String checked(String field, @Nullable String text, int limit) {
    if (text != null && (text.length() > limit || text.chars().anyMatch(Character::isISOControl))) {
      throw new InvalidFieldException(
          field,
          "The %s of a reviewer group has at most %d characters, none of them a control character; this one is %s."
              .formatted(field, limit, InvalidFieldException.quote(text)));
    }
    return text == null ? null : text.strip();
  }

  private long add(Resource resource, ReviewerGroup group) {
    if (rows.count(group.scope()) >= MAX_GROUPS) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "A project or repository has at most %d reviewer groups.".formatted(MAX_GROUPS));
    }
    try {
      long id = rows.insert(group);
      audit(resource, group.name());
      return id;
    } catch (DuplicateKeyException e) {
      throw taken(group, e);
    }
  }

  /**
   * Changes a group; what is null stays as it is.
   *
   * @throws InvalidFieldException if the name or description breaks a rule
   * @throws RefusedException if there is none; if it is the project's, or the name is taken
   */
  @Transactional
  public void change(
      Resource resource,
      long id,
      @Nullable String name,
      @Nullable String description,
      @Nullable List<Long> userIds) {
    String named = checked("name", name, MAX_NAME);
    if (named != null && named.isBlank()) {
      throw nameless();
    }
    String described = checked("description", description, MAX_DESCRIPTION);
    ReviewerGroup before = requireOwn(resource, id);
    ReviewerGroup after =
        new ReviewerGroup(
            id,
            before.scope(),
            named == null ? before.name() : named,
            described == null ? before.description() : described,
            userIds == null ? before.userIds() : userIds);
    try {
      rows.update(after);
      audit(resource, after.name());
    } catch (DuplicateKeyException e) {
      throw taken(after, e);
    }
  }

  /**
   * Deletes a group.
   *
   * @throws RefusedException if there is none; if it is the project's
   */
  @Transactional
  public void delete(Resource resource, long id) {
    ReviewerGroup group = requireOwn(resource, id);
    rows.delete(id);
    audit(resource, group.name());
  }

  private static RefusedException taken(ReviewerGroup group, DuplicateKeyException cause) {
    RefusedException refused =
        new ConflictException(
            Conflict.INTEGRITY,
            "There is a reviewer group called %s."
                .formatted(InvalidFieldException.quote(group.name())));
    refused.initCause(cause);
    return refused;
  }

  private void audit(Resource resource, String name) {
    settings.audit("pull-request.reviewer-groups-changed", resource, Map.of("group", name));
  }
}
