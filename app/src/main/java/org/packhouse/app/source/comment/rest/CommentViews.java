package org.packhouse.app.source.comment.rest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.Comments;
import org.packhouse.app.source.comment.Emoticon;
import org.packhouse.app.source.comment.PlacedAnchor;
import org.packhouse.app.source.comment.Reactions;
import org.springframework.stereotype.Component;

/** Converts comments to their REST form; all authors are read in one statement. */
@Component
public class CommentViews {

  private final Users users;
  private final Comments comments;
  private final Reactions reactions;
  private final ServerAddress address;

  CommentViews(Users users, Comments comments, Reactions reactions, ServerAddress address) {
    this.users = users;
    this.comments = comments;
    this.reactions = reactions;
    this.address = address;
  }

  public interface Places {
    @Nullable PlacedAnchor of(Comment comment);
  }

  List<CommentView> of(List<CommentThread> threads, Repository repository, Caller caller) {
    return of(
        threads,
        repository,
        caller,
        comment ->
            comment.anchor() == null ? null : PlacedAnchor.of(comment.anchor(), comment.commit()));
  }

  /** Returns the views of threads, each with the anchor that {@code places} finds. */
  public List<CommentView> of(
      List<CommentThread> threads, Repository repository, Caller caller, Places places) {
    Set<Long> ids = new HashSet<>();
    threads.forEach(thread -> collect(thread, ids));
    Map<Long, Map<Emoticon, List<Long>>> reacted =
        reactions.of(threads.stream().flatMap(CommentThread::ids).toList());
    reacted.values().forEach(one -> one.values().forEach(ids::addAll));
    View view =
        new View(users.findAllById(ids), address.baseUrl(), repository, caller, places, reacted);
    return threads.stream().map(view::of).toList();
  }

  public ReactionView.One reaction(CommentView comment, Emoticon emoticon, User user) {
    return new ReactionView.One(
        comment, ReactionView.EmoticonView.of(emoticon), UserView.of(user, address.baseUrl()));
  }

  CommentView of(CommentThread thread, Repository repository, Caller caller) {
    return of(List.of(thread), repository, caller).getFirst();
  }

  private static void collect(CommentThread thread, Set<Long> ids) {
    ids.add(thread.comment().authorId());
    if (thread.comment().resolution() != null) {
      ids.add(thread.comment().resolution().userId());
    }
    thread.replies().forEach(reply -> collect(reply, ids));
  }

  /** One conversion: the data that all views of a response share. */
  private final class View {

    private final Map<Long, User> people;
    private final String baseUrl;
    private final Repository repository;
    private final Caller caller;
    private final Places places;
    private final Map<Long, Map<Emoticon, List<Long>>> reacted;

    View(
        Map<Long, User> people,
        String baseUrl,
        Repository repository,
        Caller caller,
        Places places,
        Map<Long, Map<Emoticon, List<Long>>> reacted) {
      this.reacted = reacted;
      this.people = people;
      this.baseUrl = baseUrl;
      this.repository = repository;
      this.caller = caller;
      this.places = places;
    }

    CommentView of(CommentThread thread) {
      PlacedAnchor anchor = places.of(thread.comment());
      Comment comment = thread.comment();
      Comment.Resolution resolution = comment.resolution();
      return new CommentView(
          properties(comment),
          new CommentView.Post(
              comment.id(),
              comment.version(),
              comment.text(),
              user(comment.authorId()),
              comment.created().toEpochMilli(),
              comment.updated().toEpochMilli()),
          thread.replies().stream().map(this::of).toList(),
          List.of(),
          new CommentView.Status(
              comment.threadResolved(),
              comment.severity(),
              comment.pending() ? "PENDING" : resolution == null ? "OPEN" : "RESOLVED",
              resolution == null ? null : user(resolution.userId()),
              resolution == null ? null : resolution.when().toEpochMilli()),
          anchor == null ? null : CommentView.AnchorView.of(anchor),
          new CommentView.PermittedOperations(
              comments.mayEdit(comment, caller),
              caller.user() != null && !comment.pending(),
              thread.replies().isEmpty() && comments.mayDelete(comment, repository, caller)));
    }

    private Map<String, Object> properties(Comment comment) {
      Map<Emoticon, List<Long>> own = reacted.get(comment.id());
      if (own == null) {
        return Map.of("repositoryId", comment.repositoryId());
      }
      List<ReactionView> shown = new ArrayList<>();
      own.forEach((emoticon, ids) ->
          shown.add(
              new ReactionView(
                  ReactionView.EmoticonView.of(emoticon), ids.stream().map(this::user).toList())));
      return Map.of("repositoryId", comment.repositoryId(), "reactions", shown);
    }

    private UserView user(long id) {
      return UserView.of(people.get(id), id, baseUrl);
    }
  }
}
