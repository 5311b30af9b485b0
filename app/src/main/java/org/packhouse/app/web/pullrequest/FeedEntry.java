package org.packhouse.app.web.pullrequest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.Activity;
import org.packhouse.app.source.commit.Commit;

/**
 * An activity of a pull request, as its page shows it.
 *
 * @param user null: the server, an access key, or a deleted user
 * @param asked added reviewers
 * @param dismissed removed reviewers
 * @param thread null: the activity is no comment
 */
record FeedEntry(
    Activity activity,
    @Nullable User user,
    Commits added,
    Commits removed,
    List<User> asked,
    List<User> dismissed,
    @Nullable ThreadBox thread) {

  record Commits(List<Commit> listed, int total) {
    static final Commits NONE = new Commits(List.of(), 0);
  }

  public String name() {
    return user != null
        ? user.displayName()
        : activity.userId() == null ? "The server" : "A deleted user";
  }

  public String words() {
    return switch (activity.action()) {
      case OPENED -> "opened the pull request";
      case UPDATED ->
          asked.isEmpty() && dismissed.isEmpty()
              ? "edited the pull request"
              : "changed the reviewers";
      case RESCOPED -> rescoped();
      case COMMENTED -> "commented";
      case REVIEWED -> "marked the pull request as needing work";
      case APPROVED -> "approved the pull request";
      case UNAPPROVED -> "took the review back";
      case MERGED -> "merged the pull request";
      case DECLINED -> "declined the pull request";
      case REOPENED -> "reopened the pull request";
    };
  }

  private String rescoped() {
    if (added.total() > 0 && removed.total() > 0) {
      return "added %s and removed %s".formatted(count(added), count(removed));
    }
    if (added.total() > 0) {
      return "added " + count(added);
    }
    return removed.total() > 0 ? "removed " + count(removed) : "updated the branches";
  }

  private static String count(Commits commits) {
    return commits.total() + (commits.total() == 1 ? " commit" : " commits");
  }

  public String icon() {
    return switch (activity.action()) {
      case OPENED, REOPENED -> "record-circle";
      case UPDATED -> "pencil";
      case RESCOPED -> "arrow-repeat";
      case COMMENTED -> "chat-left-text";
      case REVIEWED -> "exclamation-circle";
      case APPROVED -> "check-circle";
      case UNAPPROVED -> "arrow-counterclockwise";
      case MERGED -> "sign-merge-right";
      case DECLINED -> "x-circle";
    };
  }

  public String kind() {
    return switch (activity.action()) {
      case APPROVED -> "good";
      case REVIEWED -> "warning";
      case MERGED -> "merged";
      case DECLINED -> "bad";
      default -> "";
    };
  }
}
