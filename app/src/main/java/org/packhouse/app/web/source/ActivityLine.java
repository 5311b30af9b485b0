package org.packhouse.app.web.source;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.Activity;
import org.packhouse.app.review.pullrequest.ActivityDetails;
import org.packhouse.app.review.pullrequest.PullRequestActivities.PullRequestActivity;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.storage.refs.move.RefMoveLog;
import org.packhouse.app.web.layout.Links;
import org.packhouse.hooks.RefChange;

/**
 * A line of activity: who did what to which subject. {@code url} is null for deleted subjects; it
 * has no context path.
 */
record ActivityLine(
    String name,
    Wording done,
    String subject,
    @Nullable String url,
    @Nullable String quote,
    Repository repository,
    Instant when) {

  private static final int COUNTED = 20;
  private static final int QUOTED = 160;
  private static final int ID = 10;

  record Wording(String icon, String words) {}

  /** Describes refs that were moved together, naming the first. */
  static ActivityLine of(List<RefMoveLog.Entry> moves, Repository repository, People people) {
    RefMoveLog.Entry first = moves.getFirst();
    RefChange change = first.change();
    RefKind kind = change.refName().startsWith("refs/tags/") ? RefKind.TAG : RefKind.BRANCH;
    String noun = kind == RefKind.TAG ? "tag" : "branch";
    String words =
        switch (change.kind()) {
          case ADD -> "created the " + noun;
          case DELETE -> "deleted the " + noun;
          default -> kind == RefKind.TAG ? "moved the tag" : "pushed to";
        };
    // The log is read up to a limit, so that the number of very many moves is not known.
    String more =
        moves.size() == 1
            ? ""
            : moves.size() > COUNTED
                ? " and many more"
                : " and %d more".formatted(moves.size() - 1);
    return new ActivityLine(
        people.name(first.userId()),
        new Wording(noun, words),
        kind.shortName(change.refName()) + more,
        change.kind() == RefChange.Kind.DELETE
            ? null
            : Links.to(repository) + "/commits?at=" + Links.encode(change.refName()),
        null,
        repository,
        first.when());
  }

  static ActivityLine of(PullRequestActivity it, Repository repository, People people) {
    Activity activity = it.activity();
    return new ActivityLine(
        people.name(activity.userId()),
        wording(activity),
        "#%d %s".formatted(it.number(), it.title()),
        Links.to(repository) + "/pull-requests/" + it.number(),
        null,
        repository,
        activity.when());
  }

  static ActivityLine of(Comment comment, Repository repository, People people) {
    String text = comment.text().strip().replaceAll("\\s+", " ");
    return new ActivityLine(
        people.name(comment.authorId()),
        new Wording("chat-left-text", "commented on the commit"),
        comment.commit().substring(0, ID),
        "%s/commits/%s/comments#comment-%d"
            .formatted(Links.to(repository), comment.commit(), comment.id()),
        text.codePointCount(0, text.length()) <= QUOTED
            ? text
            : text.substring(0, text.offsetByCodePoints(0, QUOTED)) + "…",
        repository,
        comment.created());
  }

  private static Wording wording(Activity activity) {
    return switch (activity.action()) {
      case OPENED -> new Wording("pull-request", "opened");
      case UPDATED -> new Wording("pencil", "edited");
      case RESCOPED -> new Wording("commit", rescoped(activity.details().rescope()));
      case COMMENTED -> new Wording("chat-left-text", "commented on");
      case REVIEWED -> new Wording("exclamation-circle", "asked for changes to");
      case APPROVED -> new Wording("check-circle", "approved");
      case UNAPPROVED -> new Wording("arrow-counterclockwise", "took back a review of");
      case MERGED -> new Wording("sign-merge-right", "merged");
      case DECLINED -> new Wording("x-circle", "declined");
      case REOPENED -> new Wording("pull-request", "reopened");
    };
  }

  private static String rescoped(ActivityDetails.@Nullable Rescope rescope) {
    int added = rescope == null ? 0 : rescope.added().total();
    return added == 0
        ? "updated the branches of"
        : "pushed %d commit%s to".formatted(added, added == 1 ? "" : "s");
  }

  record People(Map<Long, User> known) {

    String name(@Nullable Long id) {
      User user = id == null ? null : known.get(id);
      return user != null ? user.displayName() : id == null ? "The server" : "A deleted user";
    }
  }
}
