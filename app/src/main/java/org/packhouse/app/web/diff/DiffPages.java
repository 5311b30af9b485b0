package org.packhouse.app.web.diff;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.packhouse.app.source.changes.CountedChange;
import org.packhouse.app.source.changes.DiffDefaults;
import org.packhouse.app.source.changes.DiffOptions;
import org.packhouse.app.source.changes.DiffSummaries;
import org.packhouse.app.source.changes.DiffSummaries.DiffSummary;
import org.packhouse.app.source.changes.FileDiff;
import org.packhouse.app.source.changes.FileDiffs;
import org.packhouse.app.source.highlight.HighlightedLine;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.web.NotFoundException;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/**
 * Shows diffs on pages. A page calls {@link #show} and includes the fragment {@code component} of
 * the template {@code diff/parts}; at a second URL, which names both commits by their ids, it
 * returns {@link #part}.
 *
 * <p>The first HTML has the totals, the file tree, the heads of the first 100 files, and some of
 * their lines. The rest is loaded when it is scrolled to or expanded: heads by 100, lines one file
 * a request, hidden lines by 20. So a page of 10,000 files is as fast as one of ten. Without
 * JavaScript each of these parts is a page of its own.
 */
@Component
public class DiffPages {

  private static final int CONTEXT = 3;
  private static final int WHOLE_FILE = 1_000_000;
  private static final int MAX_LINES_AT_ONCE = 600;
  private static final int MAX_FILES_AT_ONCE = 20;

  /** Lines of a file that cost as much as one shown line: all are compared and highlighted. */
  private static final int UNSEEN_LINES = 100;

  private static final int ANCHOR_BYTES = 6;
  private static final int MAX_GAP = 2000;
  private static final int MAX_TREE = 500;
  private static final int MAX_FOUND = 5000;

  private final DiffSummaries summaries;
  private final FileDiffs files;
  private final DiffDefaults defaults;

  DiffPages(DiffSummaries summaries, FileDiffs files, DiffDefaults defaults) {
    this.summaries = summaries;
    this.files = files;
    this.defaults = defaults;
  }

  /** Returns the id of a file's HTML element on a page with a diff, unless the file is deleted. */
  public static String anchor(TreePath path) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(path.bytes());
      return "f-" + HexFormat.of().formatHex(digest, 0, ANCHOR_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  public void show(DiffSource source, DiffRequest request, Model model) throws IOException {
    model.addAttribute("scripts", List.of("/assets/parts.js"));
    model.addAttribute("diff", page(source, request.look(), request.start()));
  }

  /** Puts a part of a diff into the model, and returns its template. */
  public String part(DiffSource source, DiffRequest request, Model model) throws IOException {
    String fragment;
    if (request.file() != null && request.gap() != null && request.partial()) {
      fragment = gap(source, request, request.file(), request.gap(), model);
    } else if (request.file() != null) {
      fragment = file(source, request, request.file(), model);
    } else if (request.filter() != null) {
      fragment = tree(source, request.look(), request.filter(), model);
    } else {
      show(source, request, model);
      fragment = "piece";
    }
    if (request.partial()) {
      return "diff/parts :: " + fragment;
    }
    if (!model.containsAttribute("diff")) {
      model.addAttribute("diff", page(source, request.look(), 0));
    }
    model.addAttribute("scripts", List.of("/assets/parts.js"));
    model.addAttribute("part", fragment);
    return "diff/part";
  }

  private DiffPage page(DiffSource source, DiffLook look, int start) throws IOException {
    DiffSummary summary = summaries.read(source.open(), source.range(), look.whitespace());
    int total = summary.files().size();
    int first = Math.min(start, total);
    List<DiffFile> heads = heads(summary, source, look);
    List<DiffFile> shown = new ArrayList<>();
    int room = MAX_LINES_AT_ONCE;
    int read = 0;
    List<DiffFile> piece = heads.subList(first, Math.min(first + DiffPage.PIECE, total));
    Map<TreePath, DiffAnnotations.OfFile> annotations =
        piece.isEmpty()
            ? Map.of()
            : source.annotations().in(piece.stream().map(DiffFile::path).toList());
    for (DiffFile head : piece) {
      DiffThreads threads =
          source.threads(
              head.path(), annotations.getOrDefault(head.path(), DiffAnnotations.OfFile.NONE));
      DiffBody body = head.bodyWithoutReading(threads);
      if (body == null
          && read < MAX_FILES_AT_ONCE
          && head.isEager()
          && head.added() + head.removed() <= room) {
        Change change = head.file().change();
        FileDiff lines = files.read(source.open(), change, options(look, CONTEXT));
        body = DiffBody.of(lines, threads);
        room -= body.size() + lines.linesAfter() / UNSEEN_LINES;
        read++;
      }
      shown.add(body == null ? head : head.with(body));
    }
    DiffTree tree = DiffTree.of(heads.subList(0, Math.min(MAX_TREE, total)));
    return new DiffPage(summary, source, look, first, shown, tree, Math.max(0, total - MAX_TREE));
  }

  private static List<DiffFile> heads(DiffSummary summary, DiffSource source, DiffLook look) {
    List<CountedChange> files = summary.files();
    return IntStream.range(0, files.size())
        .mapToObj(i -> new DiffFile(i, files.get(i), source, look, null))
        .toList();
  }

  private String file(DiffSource source, DiffRequest request, FileDiffs.Name name, Model model)
      throws IOException {
    int context = request.gap() == null ? CONTEXT : WHOLE_FILE;
    FileDiff lines =
        files.read(source.open(), find(source, name), options(request.look(), context));
    TreePath path = name.path();
    DiffBody body = DiffBody.of(lines, source.threads(path, source.annotations(path)));
    model.addAttribute("file", new DiffFile(0, lines.counted(), source, request.look(), body));
    model.addAttribute("commentsTemplate", source.comments().template());
    return "lines";
  }

  private String gap(
      DiffSource source, DiffRequest request, FileDiffs.Name name, DiffGap gap, Model model)
      throws IOException {
    Change change = find(source, name);
    int most = request.take().equals("all") ? MAX_GAP : DiffGap.STEP;
    boolean atEnd = request.take().equals("below") && gap.size() > most;
    DiffGap shown =
        atEnd ? gap.from(gap.end() - most) : gap.to(Math.min(gap.end(), gap.begin() + most));
    DiffGap rest = atEnd ? gap.to(shown.begin()) : gap.from(shown.end());
    List<HighlightedLine> lines =
        files.lines(
            source.open(), change, shown.begin(), shown.end(), options(request.look(), CONTEXT));
    CountedChange known = new CountedChange(change, 0, 0, CountedChange.Counted.LINES);
    model.addAttribute("file", new DiffFile(0, known, source, request.look(), null));
    model.addAttribute("rows", shown.rows(lines, source.annotations(name.path())));
    model.addAttribute("rest", rest.size() > 0 ? rest : null);
    model.addAttribute("restFirst", atEnd);
    return "hidden";
  }

  private String tree(DiffSource source, DiffLook look, DiffRequest.Filter filter, Model model)
      throws IOException {
    DiffSummary summary = summaries.read(source.open(), source.range(), look.whitespace());
    List<DiffFile> found = heads(summary, source, look).stream().filter(filter::matches).toList();
    model.addAttribute("tree", DiffTree.of(found.subList(0, Math.min(MAX_FOUND, found.size()))));
    model.addAttribute("omitted", Math.max(0, found.size() - MAX_FOUND));
    model.addAttribute("found", found.size());
    model.addAttribute("filter", filter);
    return "tree";
  }

  private Change find(DiffSource source, FileDiffs.Name name) throws IOException {
    return files
        .find(source.open(), source.range(), name)
        .orElseThrow(() ->
            new NotFoundException("Nothing differs at '%s'.".formatted(name.path().display())));
  }

  private DiffOptions options(DiffLook look, int context) {
    return defaults.shown().withContext(context).with(look.whitespace());
  }
}
