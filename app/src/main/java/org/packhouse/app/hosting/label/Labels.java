package org.packhouse.app.hosting.label;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permissions.Visibility;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * The labels of repositories; asks no permission. A label is there as long as a repository has it.
 */
@Service
public class Labels {

  /** How many labels a repository may have. */
  static final int MAX_COUNT = 100;

  private static final int MAX_LENGTH = 50;
  private static final Pattern LABEL = Pattern.compile("[a-z0-9][a-z0-9._-]*");
  private static final String VISIBLE =
      """
        from repository_label l
        join repository r on r.id = l.repository_id and r.trashed_at is null
        join project p on p.id = r.project_id
       where (:everything or p.id = any(:projects) or r.id = any(:repositories)
              or (:publicToo and (p.public or r.public)))
      """;

  private final JdbcClient jdbc;
  private final ApplicationEventPublisher events;

  Labels(JdbcClient jdbc, ApplicationEventPublisher events) {
    this.jdbc = jdbc;
    this.events = events;
  }

  /** A label as it is stored: without regard to case. */
  static String normal(String label) {
    return label.toLowerCase(Locale.ROOT);
  }

  /**
   * Labels that begin so, of the repositories that may be seen, by name.
   *
   * @param prefix in any case; null: all
   */
  @Transactional(readOnly = true)
  public Page<String> find(Visibility visible, @Nullable String prefix, PageRequest page) {
    List<String> rows =
        visible(
                "select distinct l.label"
                    + VISIBLE
                    + " and starts_with(l.label, :prefix) order by 1 offset :start limit :limit",
                visible)
            .param("prefix", prefix == null ? "" : normal(prefix).replace("\0", ""))
            .param("start", page.start())
            .param("limit", page.oneMore())
            .query((row, _) -> row.getString(1))
            .list();
    return Page.ofOneMore(page, rows);
  }

  /** Whether a repository that may be seen has the label. */
  @Transactional(readOnly = true)
  public boolean exists(Visibility visible, String label) {
    return !label.contains("\0")
        && visible("select exists (select 1" + VISIBLE + " and l.label = :label)", visible)
            .param("label", normal(label))
            .query(Boolean.class)
            .single();
  }

  /** The labels of a repository, by name. */
  @Transactional(readOnly = true)
  public List<String> of(long repositoryId) {
    return jdbc.sql("select label from repository_label where repository_id = ? order by label")
        .param(repositoryId)
        .query((row, _) -> row.getString(1))
        .list();
  }

  /**
   * Gives a repository a label; nothing happens if it has it.
   *
   * @return the label as it is stored
   * @throws InvalidFieldException if it breaks the rule, or the repository has too many
   */
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

  /** Takes a label from a repository; false if it had none of that name. */
  @Transactional
  public boolean remove(Repository repository, String label) {
    String name = normal(label).replace("\0", "");
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

  private JdbcClient.StatementSpec visible(String sql, Visibility visible) {
    return jdbc.sql(sql)
        .param("everything", visible.everything())
        .param("projects", visible.projects().toArray(Long[]::new))
        .param("repositories", visible.repositories().toArray(Long[]::new))
        .param("publicToo", visible.publicToo());
  }
}
