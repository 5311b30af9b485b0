package org.packhouse.app.hosting.label;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The labels of repositories; asks no permission. A label exists while a repository has it. */
@Service
public class Labels {

  static final int MAX_COUNT = 100;

  private static final int MAX_LENGTH = 50;
  private static final Pattern LABEL = Pattern.compile("[a-z0-9][a-z0-9._-]*");
  private final JdbcClient jdbc;
  private final RepositorySearch search;
  private final ApplicationEventPublisher events;

  Labels(JdbcClient jdbc, RepositorySearch search, ApplicationEventPublisher events) {
    this.jdbc = jdbc;
    this.search = search;
    this.events = events;
  }

  /** Returns a label as it is stored: in lower case. */
  public static String normal(String label) {
    return label.toLowerCase(Locale.ROOT);
  }

  /** Lists labels of readable repositories by name; the prefix may be in any case. */
  @Transactional(readOnly = true)
  public Page<String> find(Caller caller, @Nullable String prefix, PageRequest page) {
    Map<String, List<Long>> labelled = new LinkedHashMap<>();
    jdbc.sql(
            """
            select label, repository_id from repository_label where starts_with(label, ?)
             order by label
            """)
        .param(prefix == null ? "" : stored(prefix))
        .query(row -> {
          labelled.computeIfAbsent(row.getString(1), _ -> new ArrayList<>()).add(row.getLong(2));
        });
    Set<Long> readable =
        search.readable(
            caller, labelled.values().stream().flatMap(List::stream).distinct().toList());
    labelled.values().removeIf(ids -> ids.stream().noneMatch(readable::contains));
    return Page.ofAll(page, List.copyOf(labelled.keySet()));
  }

  /** Returns whether a readable repository has the label. */
  @Transactional(readOnly = true)
  public boolean exists(Caller caller, String label) {
    return !search.readable(caller, having(label)).isEmpty();
  }

  /** Lists the readable repositories that have a label, by name. */
  @Transactional(readOnly = true)
  public Page<Repository> labelled(Caller caller, String label, PageRequest page) {
    return search.findAmong(caller, having(label), Permission.REPO_READ, page);
  }

  private List<Long> having(String label) {
    return jdbc.sql("select repository_id from repository_label where label = ?")
        .param(stored(label))
        .query((row, _) -> row.getLong(1))
        .list();
  }

  /** Replaces NUL, which PostgreSQL refuses and no label has. */
  private static String stored(String label) {
    return normal(label).replace("\0", "\uFFFD");
  }

  @Transactional(readOnly = true)
  public List<String> of(long repositoryId) {
    return jdbc.sql("select label from repository_label where repository_id = ? order by label")
        .param(repositoryId)
        .query((row, _) -> row.getString(1))
        .list();
  }

  /** Adds a label to a repository, which may have it already, and returns it as it is stored. */
  @Transactional
  public String add(Repository repository, @Nullable String label) {
    String name = check(label);
    List<String> present = of(repository.id());
    if (present.contains(name)) {
      return name;
    }
    if (present.size() >= MAX_COUNT) {
      throw new InvalidFieldException(
          "name",
          "The repository %s has %d labels already, the most that it may have."
              .formatted(repository.path(), present.size()));
    }
    int added =
        jdbc.sql(
                "insert into repository_label (repository_id, label) values (?, ?)"
                    + " on conflict do nothing")
            .params(repository.id(), name)
            .update();
    if (added > 0) {
      tell("repository.label-added", repository, name);
    }
    return name;
  }

  /** Removes a label from a repository; returns false if the repository does not have it. */
  @Transactional
  public boolean remove(Repository repository, String label) {
    String name = stored(label);
    int removed =
        jdbc.sql("delete from repository_label where repository_id = ? and label = ?")
            .params(repository.id(), name)
            .update();
    if (removed > 0) {
      tell("repository.label-removed", repository, name);
    }
    return removed > 0;
  }

  private void tell(String action, Repository repository, String label) {
    events.publishEvent(new AuditableChange(action, repository.path(), Map.of("label", label)));
  }

  private static String check(@Nullable String label) {
    String name = label == null ? "" : normal(label);
    if (name.length() > MAX_LENGTH || !LABEL.matcher(name).matches()) {
      throw new InvalidFieldException(
          "name",
          (label == null
                  ? "A label needs a name: "
                  : InvalidFieldException.quote(label) + " is not a label: ")
              + "it begins with a letter a-z or a digit and holds these, hyphens, underscores and"
              + " periods, at most "
              + MAX_LENGTH
              + " of them.");
    }
    return name;
  }
}
