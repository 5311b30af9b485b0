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

/** Keeps reviewer groups; checks no permission. */
@Service
public class ReviewerGroups {

  /** Groups of one project or repository. */
  public static final int MAX_GROUPS = 1_000;

  private static final int MAX_NAME = 50;
  private static final int MAX_DESCRIPTION = 255;

  private final ReviewerGroupRows rows;
  private final ScopedSettings settings;

  ReviewerGroups(ReviewerGroupRows rows, ScopedSettings settings) {
    this.rows = rows;
    this.settings = settings;
  }

  /** Returns the members of a repository's or its project's groups, by names in any case. */
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

  /** Returns which of the named groups a user is in, in lower case. */
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

  /**
   * Returns a page and one more of a project's, or a repository's and its project's, groups by
   * name.
   */
  public List<ReviewerGroup> list(Resource resource, PageRequest page) {
    return rows.list(SettingScope.of(resource).repositoryId(), resource.project().id(), page);
  }

  /** Returns a group of a project, or of a repository or its project; refuses unknown ids. */
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

  /** Adds a group and returns its id; refuses a taken name, and more than {@link #MAX_GROUPS}. */
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
   * Changes a group; null fields stay as they are. Refuses a taken name, and a repository the
   * groups of its project.
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

  /** Deletes a group; refuses a repository the groups of its project. */
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
