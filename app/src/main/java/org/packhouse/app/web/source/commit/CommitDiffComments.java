package org.packhouse.app.web.source.commit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.Comments;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.diff.DiffComments;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Component;

/** Comments on files and lines of a commit's diff, as lists of {@link CommentRow}. */
final class CommitDiffComments implements DiffComments {

  private final Map<TreePath, List<Placed>> threads;
  private final @Nullable String formUrl;

  private CommitDiffComments(Map<TreePath, List<Placed>> threads, @Nullable String formUrl) {
    this.threads = threads;
    this.formUrl = formUrl;
  }

  /** Reads the comments in a fixed number of statements. */
  @Component
  static class Reader {

    private final Comments comments;
    private final Users users;
    private final MessageText text;

    Reader(Comments comments, Users users, MessageText text) {
      this.comments = comments;
      this.users = users;
      this.text = text;
    }

    /** Reads the comments of a range; {@code formUrl} is null if the reader may not comment. */
    CommitDiffComments read(RepositoryView view, CommitRange range, @Nullable String formUrl) {
      List<CommentThread> threads = comments.threadsIn(view.repository(), range, null);
      Set<Long> authors = CommentRow.authorIds(threads);
      Map<Long, User> people = authors.isEmpty() ? Map.of() : users.findAllById(authors);
      UnaryOperator<String> html = text.ofComments(threads, view);
      Map<TreePath, List<Placed>> byPath = new HashMap<>();
      for (CommentThread thread : threads) {
        CommentAnchor anchor = thread.comment().anchor();
        if (anchor != null) {
          byPath
              .computeIfAbsent(anchor.path(), _ -> new ArrayList<>())
              .add(
                  new Placed(
                      anchor.line(),
                      anchor.fileType() == CommentAnchor.FileType.FROM,
                      CommentRow.of(List.of(thread), people, html, _ -> false)));
        }
      }
      return new CommitDiffComments(byPath, formUrl);
    }
  }

  @Override
  public List<Placed> in(TreePath path) {
    return threads.getOrDefault(path, List.of());
  }

  @Override
  public @Nullable String commentUrl(TreePath path, @Nullable TreePath before) {
    return formUrl == null || !path.isText()
        ? null
        : PathInUrl.join(
            formUrl,
            "path=" + Links.encode(path.display()),
            before == null ? "" : "srcPath=" + Links.encode(before.display()));
  }

  @Override
  public String template() {
    return "source/remarks";
  }
}
