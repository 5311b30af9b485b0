package org.packhouse.app.source.comment;

import java.util.Collection;
import java.util.List;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.springframework.stereotype.Service;

/** Finds threads by file, for files that may have been renamed since they were commented on. */
@Service
public class CommentedFiles {

  private static final int MAX_FILES = 10_000;

  private final CommentRows rows;

  CommentedFiles(CommentRows rows) {
    this.rows = rows;
  }

  /** Returns the files at which threads about a subject stand, {@value #MAX_FILES} at most. */
  public List<CommentedFile> of(CommentSubject subject) {
    return rows.files(subject, MAX_FILES);
  }

  public Page<CommentThread> threads(
      CommentSubject subject, Collection<CommentedFile> files, PageRequest request) {
    Page<Comment> page = Page.ofOneMore(request, rows.roots(subject, files, request));
    List<Comment> replies =
        page.values().isEmpty()
            ? List.of()
            : rows.replies(page.values().stream().map(Comment::id).toList());
    return page.with(CommentThread.of(page.values(), replies));
  }
}
