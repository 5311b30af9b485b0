package org.packhouse.app.review.pullrequest;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Part;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Scope;

/** The SQL conditions of a {@link PullRequestFilter}, and the values of their parameters. */
final class FilterConditions {

  private final List<String> conditions = new ArrayList<>();
  private final Map<String, Object> params = new HashMap<>();

  private FilterConditions() {}

  static FilterConditions of(PullRequestFilter filter) {
    FilterConditions all = new FilterConditions();
    all.addScope(filter);
    if (filter.state() != null) {
      all.add("p.state = :state", "state", filter.state().name());
    }
    if (filter.draft() != null) {
      all.add("p.draft = :draft", "draft", filter.draft());
    }
    if (filter.text() != null) {
      all.add(
          "(position(:text in lower(p.title)) > 0 or position(:text in lower(p.description)) > 0)",
          "text",
          filter.text().toLowerCase(Locale.ROOT));
    }
    if (filter.closedSince() != null) {
      all.add(
          "(p.closed_at is null or p.closed_at >= :closedSince)",
          "closedSince",
          filter.closedSince().atOffset(ZoneOffset.UTC));
    }
    for (int i = 0; i < filter.people().size(); i++) {
      all.addPart(filter.people().get(i), i);
    }
    return all;
  }

  String where() {
    return " where " + String.join(" and ", conditions);
  }

  Map<String, Object> params() {
    return params;
  }

  private void add(String condition, String param, Object value) {
    conditions.add(condition);
    params.put(param, value);
  }

  private void addScope(PullRequestFilter filter) {
    switch (filter.scope()) {
      case Scope.Incoming(long id) -> {
        add("p.to_repository_id = :repository", "repository", id);
        addBranch(filter, "p.to_ref");
      }
      case Scope.Outgoing(long id, List<Long> readable) -> {
        add("p.from_repository_id = :repository", "repository", id);
        addTargets(readable);
        addBranch(filter, "p.from_ref");
      }
      case Scope.Among(List<Long> readable) -> addTargets(readable);
    }
  }

  private void addTargets(List<Long> readable) {
    add("p.to_repository_id = any(:readable)", "readable", readable.toArray(Long[]::new));
  }

  private void addBranch(PullRequestFilter filter, String column) {
    if (filter.at() != null) {
      add(column + " = :at", "at", filter.at());
    }
  }

  private void addPart(Part part, int index) {
    String user = "user" + index;
    params.put(user, part.userId());
    String author = "p.author_id = :" + user;
    if (part.role() == ParticipantRole.AUTHOR) {
      conditions.add(author);
      return;
    }
    StringBuilder exists =
        new StringBuilder(
            "exists (select 1 from pull_request_participant a where a.pull_request_id = p.id and a.user_id = :"
                + user);
    if (part.role() != null) {
      exists.append(" and a.role = :role").append(index);
      params.put("role" + index, part.role().name());
    }
    if (!part.statuses().isEmpty()) {
      exists.append(" and a.status = any(:status").append(index).append(')');
      params.put("status" + index, part.statuses().stream().map(Enum::name).toArray(String[]::new));
    }
    exists.append(')');
    conditions.add(
        part.role() == null && part.statuses().isEmpty()
            ? "(" + author + " or " + exists + ")"
            : exists.toString());
  }
}
