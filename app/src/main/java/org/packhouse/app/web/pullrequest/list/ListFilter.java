package org.packhouse.app.web.pullrequest.list;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Order;
import org.packhouse.app.review.pullrequest.PullRequestState;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.layout.Links;

/**
 * The filter of a list of pull requests, as its form sends it.
 *
 * @param state {@code open}, {@code merged}, {@code declined} or {@code all}
 * @param author name of the user who opened them
 * @param reviewer name of the user who was asked to review them
 * @param at branch that they target, by full or short name
 * @param text a part of the title or description
 * @param order {@code newest} or {@code oldest}
 * @param start how many are left out
 */
record ListFilter(
    @Nullable String state,
    @Nullable String author,
    @Nullable String reviewer,
    @Nullable String at,
    @Nullable String text,
    @Nullable String order,
    @Nullable Integer start) {

  private static final String HEADS = "refs/heads/";

  /** The state that is asked for; null: any. */
  @Nullable PullRequestState stateOrAny() {
    return switch (stateName()) {
      case "MERGED" -> PullRequestState.MERGED;
      case "DECLINED" -> PullRequestState.DECLINED;
      case "ALL" -> null;
      default -> PullRequestState.OPEN;
    };
  }

  /** The state in capitals. */
  public String stateName() {
    return state == null ? "OPEN" : state.toUpperCase(Locale.ROOT);
  }

  /** Whether those come first that were changed longest ago. */
  public boolean isOldestFirst() {
    return "oldest".equalsIgnoreCase(order);
  }

  Order orderOrNewest() {
    return isOldestFirst() ? Order.OLDEST : Order.NEWEST;
  }

  @Nullable String branch() {
    String name = Forms.text(at);
    return name == null || name.startsWith("refs/") ? name : HEADS + name;
  }

  int from() {
    return start == null ? 0 : Math.max(0, start);
  }

  /** Whether anything but the state leaves some out. */
  public boolean isNarrow() {
    return Forms.text(author) != null
        || Forms.text(reviewer) != null
        || Forms.text(at) != null
        || Forms.text(text) != null;
  }

  /** The address of the list with another state. */
  String url(String page, String otherState) {
    return PathInUrl.join(page, "state=" + otherState, tail());
  }

  /** The address of another part of the list. */
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
