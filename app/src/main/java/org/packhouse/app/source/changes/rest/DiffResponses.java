package org.packhouse.app.source.changes.rest;

import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.source.changes.ChangeList;
import org.packhouse.app.source.changes.CommitChanges;
import org.packhouse.app.source.changes.CommitDiff;
import org.packhouse.app.source.changes.DiffDefaults;
import org.packhouse.app.source.changes.DiffOptions;
import org.packhouse.app.source.changes.DiffStats;
import org.packhouse.app.source.changes.GitDiffWriter;
import org.packhouse.app.source.changes.PathChoice;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.packhouse.app.storage.diff.Change;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.util.MimeTypeUtils;
import org.springframework.web.context.request.NativeWebRequest;

/** Writes diffs as JSON or in git's format. */
@Component
public class DiffResponses {

  public static final String TEXT = "text/plain;charset=UTF-8";

  private static final int BUFFER = 32 << 10;

  private final CommitDiff diff;
  private final ChangeList changes;
  private final DiffDefaults defaults;
  private final Trees trees;

  DiffResponses(CommitDiff diff, ChangeList changes, DiffDefaults defaults, Trees trees) {
    this.trees = trees;
    this.diff = diff;
    this.changes = changes;
    this.defaults = defaults;
  }

  /** Reads the comment threads of a diff, when they are needed. */
  @FunctionalInterface
  public interface ThreadReader {
    List<DiffComments.DiffThread> read() throws IOException;
  }

  /** The request for a diff, with comments if {@code threads} is given. */
  public record Query(
      CommitRange range, TreePath path, DiffParameters parameters, @Nullable ThreadReader threads) {

    public Query(CommitRange range, TreePath path, DiffParameters parameters) {
      this(range, path, parameters, null);
    }
  }

  /** Returns JSON, or null after writing git's format, which the client prefers. */
  public @Nullable DiffView respond(OpenRepository open, Query query, NativeWebRequest web)
      throws IOException {
    PathChoice paths = query.parameters().paths(query.path());
    if (!prefersText(web.getHeader(HttpHeaders.ACCEPT))) {
      DiffOptions options = query.parameters().apply(defaults.shown());
      CommitChanges found = diff.read(open, query.range(), paths, options);
      if (found.fileCount() == 0) {
        requirePath(open, query);
      }
      DiffView view = DiffView.of(query.range(), found, options);
      return query.threads() == null ? view : CommentedDiff.of(view, found, query.threads().read());
    }
    HttpServletResponse response =
        Objects.requireNonNull(web.getNativeResponse(HttpServletResponse.class));
    write(open, query, response);
    return null;
  }

  public void write(OpenRepository open, Query query, HttpServletResponse response)
      throws IOException {
    PathChoice paths = query.parameters().paths(query.path());
    DiffOptions options = query.parameters().apply(defaults.raw());
    try (ObjectReader reader = open.newObjectReader()) {
      List<Change> found = changes.read(reader, query.range(), paths);
      if (found.isEmpty()) {
        requirePath(open, query);
      }
      response.setContentType(TEXT);
      OutputStream out = new BufferedOutputStream(response.getOutputStream(), BUFFER);
      new GitDiffWriter(reader, out, options, false).write(found);
      out.flush();
    }
  }

  public DiffStats count(OpenRepository open, Query query) throws IOException {
    PathChoice paths = query.parameters().paths(query.path());
    DiffStats stats =
        diff.count(open, query.range(), paths, query.parameters().apply(defaults.shown()));
    if (stats.filesChanged() == 0) {
      requirePath(open, query);
    }
    return stats;
  }

  /** Rejects a path that neither commit has; a path without changes is no error. */
  private void requirePath(OpenRepository open, Query query) throws IOException {
    CommitRange range = query.range();
    boolean present =
        trees.find(open, range.until(), query.path()).isPresent()
            || (range.since() != null && trees.find(open, range.since(), query.path()).isPresent());
    if (!present) {
      throw new NoSuchException(
          Thing.PATH,
          "The path %s does not exist at revision %s."
              .formatted(
                  InvalidFieldException.quote(query.path().display()),
                  InvalidFieldException.quote(range.until())));
    }
  }

  private static boolean prefersText(@Nullable String accept) {
    if (accept == null) {
      return false;
    }
    List<MediaType> types;
    try {
      types = MediaType.parseMediaTypes(accept);
    } catch (InvalidMediaTypeException e) {
      return false;
    }
    MimeTypeUtils.sortBySpecificity(types);
    for (MediaType type : types) {
      if (type.includes(MediaType.APPLICATION_JSON)) {
        return false;
      }
      if (type.includes(MediaType.TEXT_PLAIN)) {
        return true;
      }
    }
    return false;
  }
}
