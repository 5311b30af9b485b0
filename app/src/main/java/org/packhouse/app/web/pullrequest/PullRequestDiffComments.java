package org.packhouse.app.web.pullrequest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads.Placed;
import org.packhouse.app.source.comment.CommentLines;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.diff.DiffComments;
import org.packhouse.app.web.layout.Links;

/** Comments in a pull request's diff, as {@link ThreadBox}es. */
record PullRequestDiffComments(
    Map<TreePath, List<Placed>> byPath,
    Map<TreePath, String> viewed,
    String url,
    boolean mayComment,
    boolean signedIn,
    String shown)
    implements DiffComments {

  static Map<TreePath, List<Placed>> byPath(
      List<PullRequestThreads.Placed> placed, List<ThreadBox> boxes) {
    Map<TreePath, List<Placed>> byPath = new HashMap<>();
    for (int i = 0; i < placed.size(); i++) {
      PullRequestThreads.Placed one = placed.get(i);
      byPath
          .computeIfAbsent(one.path(), _ -> new ArrayList<>())
          .add(new Placed(one.line(), one.before(), boxes.get(i), lines(one.span())));
    }
    return byPath;
  }

  private static @Nullable Lines lines(CommentLines.@Nullable Span span) {
    return span == null
        ? null
        : new Lines(
            orNone(span.srcSpanStart()),
            orNone(span.srcSpanEnd()),
            orNone(span.dstSpanStart()),
            orNone(span.dstSpanEnd()));
  }

  private static int orNone(@Nullable Integer line) {
    return line == null ? 0 : line;
  }

  @Override
  public List<Placed> in(TreePath path) {
    return byPath.getOrDefault(path, List.of());
  }

  @Override
  public String template() {
    return "pullrequest/comments";
  }

  @Override
  public @Nullable String commentUrl(TreePath path, @Nullable TreePath before) {
    if (!mayComment || !path.isText()) {
      return null;
    }
    return PathInUrl.join(
        url + "/comments/new",
        "path=" + Links.encode(path.display()),
        before == null ? "" : "srcPath=" + Links.encode(before.display()),
        shown);
  }

  @Override
  public @Nullable Viewed viewed(TreePath path, String contentId) {
    return signedIn
        ? new Viewed(
            contentId.equals(viewed.get(path)),
            PathInUrl.join(
                url + "/viewed", "file=" + Links.encode(path.url()), "content=" + contentId))
        : null;
  }
}
