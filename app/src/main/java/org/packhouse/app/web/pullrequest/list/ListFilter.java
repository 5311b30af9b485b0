package org.packhouse.app.web.pullrequest.list;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Order;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.PullRequestState;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.layout.Links;

/**
 * The form that filters a list of pull requests.
 *
 * @param state {@code open}, {@code merged}, {@code declined} or {@code all}
 * @param author name of a user
 * @param reviewer name of a user
 * @param at full or short name of the target branch
 * @param text a part of the title or description
 * @param order {@code newest} or {@code oldest}
 * @param start from 0
 */
record ListFilter(
    @Nullable String state,
    @Nullable String author,
    @Nullable String reviewer,
    @Nullable String at,
    @Nullable String text,
    @Nullable String order,
    @Nullable Integer start) {

  @Nullable PullRequestState stateOrAny() {
    return switch (stateName()) {
      case "MERGED" -> PullRequestState.MERGED;
      case "DECLINED" -> PullRequestState.DECLINED;
      case "ALL" -> null;
      default -> PullRequestState.OPEN;
    };
  }

  public String stateName() {
    return state == null ? "OPEN" : state.toUpperCase(Locale.ROOT);
  }

  public boolean isOldestFirst() {
    return "oldest".equalsIgnoreCase(order);
  }

  Order orderOrNewest() {
    return isOldestFirst() ? Order.OLDEST : Order.NEWEST;
  }

  @Nullable String branch() {
    String name = Forms.text(at);
    return name == null ? null : PullRequestRules.fullName("at", name);
  }

  int from() {
    return start == null ? 0 : Math.max(0, start);
  }

  /** Returns whether the list is filtered by more than the state. */
  public boolean isNarrow() {
    return Forms.text(author) != null
        || Forms.text(reviewer) != null
        || Forms.text(at) != null
        || Forms.text(text) != null;
  }

  String url(String page, String otherState) {
    return PathInUrl.join(page, "state=" + otherState, tail());
  }

  String url(String page, int otherStart) {
    return PathInUrl.join(
        page,
        "state=" + Links.encode(stateName().toLowerCase(Locale.ROOT)),
        tail(),
        "start=" + otherStart);
  }

  private String tail() {
    String joined =
        PathInUrl.join(
            "",
            parameter("author", author),
            parameter("reviewer", reviewer),
            parameter("at", at),
            parameter("text", text),
            isOldestFirst() ? "order=oldest" : "");
    return joined.isEmpty() ? "" : joined.substring(1);
  }

  private static String parameter(String name, @Nullable String value) {
    String text = Forms.text(value);
    return text == null ? "" : name + "=" + Links.encode(text);
  }
}
