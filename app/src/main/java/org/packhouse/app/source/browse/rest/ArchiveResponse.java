package org.packhouse.app.source.browse.rest;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.browse.ArchiveFormat;
import org.packhouse.app.source.browse.Archives;
import org.packhouse.app.source.browse.Archives.Request;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/** Sends archives to HTTP clients. */
@Component
public class ArchiveResponse {

  // git upload-archive accepts 64 arguments, some of which are options.
  private static final int MAX_PATHS = 50;
  private static final int MAX_NAME_LENGTH = 255;

  private final Archives archives;
  private final Trees trees;
  private final CurrentCaller caller;

  ArchiveResponse(Archives archives, Trees trees, CurrentCaller caller) {
    this.archives = archives;
    this.trees = trees;
    this.caller = caller;
  }

  /** Options of an archive; by default the whole tree as zip. */
  public record Options(
      @Nullable String format,
      @Nullable String prefix,
      List<TreePath> paths,
      @Nullable String filename) {

    public Options {
      paths = List.copyOf(paths);
    }

    /** Reads options; {@code bytes} are percent-encoded paths, needed if a path is not UTF-8. */
    public static Options of(HttpServletRequest request) {
      List<TreePath> paths = new ArrayList<>();
      named(request, "path").map(TreePath::of).forEach(paths::add);
      named(request, "bytes").map(TreePath::ofUrl).forEach(paths::add);
      return new Options(
          request.getParameter("format"),
          request.getParameter("prefix"),
          paths,
          request.getParameter("filename"));
    }

    private static Stream<String> named(HttpServletRequest request, String parameter) {
      String[] values = request.getParameterValues(parameter);
      return values == null ? Stream.of() : Stream.of(values);
    }
  }

  /** Checks options; the result no longer needs the open repository. */
  public Prepared prepare(
      Repository repository, OpenRepository open, Revision revision, Options options)
      throws IOException {
    ArchiveFormat format = ArchiveFormat.parse(options.format());
    if (options.paths().size() > MAX_PATHS) {
      throw new InvalidFieldException(
          "path",
          "The parameter path may be given %d times at most, not %d times."
              .formatted(MAX_PATHS, options.paths().size()));
    }
    List<TreePath> paths = new ArrayList<>();
    for (TreePath path : options.paths()) {
      if (trees.find(open, revision.commit(), path).isEmpty()) {
        throw Locator.noPath(path, revision);
      }
      if (!path.isRoot()) {
        paths.add(path);
      }
    }
    trees.checkSize(open, revision.commit());
    TreePath prefix = options.prefix() == null ? null : TreePath.of(options.prefix());
    return new Prepared(
        repository.id(),
        new Request(revision.commit(), format, prefix, paths),
        fileName(repository, revision, options.filename(), format));
  }

  public static final class Prepared {
    private final long repositoryId;
    private final Request wanted;
    private final String fileName;

    private Prepared(long repositoryId, Request wanted, String fileName) {
      this.repositoryId = repositoryId;
      this.wanted = wanted;
      this.fileName = fileName;
    }
  }

  /** Creates and sends an archive. Git is stopped if the client disconnects. */
  public void send(Prepared prepared, HttpServletResponse response) throws IOException {
    Request wanted = prepared.wanted;
    archives.write(
        prepared.repositoryId,
        caller.get().name(),
        wanted,
        () -> {
          RawResponse.sandbox(response);
          response.setContentType(wanted.format().contentType());
          response.setHeader(
              HttpHeaders.CONTENT_DISPOSITION, RawResponse.attachment(prepared.fileName));
          return response.getOutputStream();
        });
  }

  private static String fileName(
      Repository repository, Revision revision, @Nullable String wanted, ArchiveFormat format) {
    if (wanted == null || wanted.isEmpty()) {
      return "%s-%s.%s"
          .formatted(repository.slug(), revision.displayId().replace('/', '-'), format.ending());
    }
    if (wanted.length() > MAX_NAME_LENGTH
        || wanted.chars().anyMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c))) {
      throw new InvalidFieldException(
          "filename",
          ("The parameter filename must be a name of at most %d characters without slashes and"
                  + " control characters, not %s.")
              .formatted(MAX_NAME_LENGTH, InvalidFieldException.quote(wanted)));
    }
    return wanted;
  }
}
