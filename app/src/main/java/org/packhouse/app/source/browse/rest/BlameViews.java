package org.packhouse.app.source.browse.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.packhouse.app.source.browse.Blame;
import org.packhouse.app.source.browse.BlamedLines;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.rest.CommitView;
import org.packhouse.app.source.commit.rest.CommitViews;
import org.springframework.stereotype.Component;

/** Blames pages of lines for the REST dialect. */
@Component
class BlameViews {

  private final Blame blame;
  private final CommitLog log;
  private final CommitViews views;

  BlameViews(Blame blame, CommitLog log, CommitViews views) {
    this.blame = blame;
    this.log = log;
    this.views = views;
  }

  /** Adjacent lines of one commit; {@code lineNumber} counts from 1. */
  record Span(
      @JsonUnwrapped CommitView.People people,
      @JsonUnwrapped Ids ids,
      String fileName,
      int lineNumber,
      int spannedLines) {

    /** The id of the commit and its short form, each under two names. */
    record Ids(
        String commitHash, String displayCommitHash, String commitId, String commitDisplayId) {}

    static Span of(BlamedLines lines, CommitView commit) {
      return new Span(
          commit.people(),
          new Ids(commit.id(), commit.displayId(), commit.id(), commit.displayId()),
          lines.path(),
          lines.line(),
          lines.count());
    }
  }

  /** Blames lines; {@code start} counts from 0. */
  List<Span> of(BrowseTarget located, int start, int count) throws IOException {
    if (!located.entry().isFile()) {
      return List.of();
    }
    List<BlamedLines> lines = new ArrayList<>();
    for (BlamedLines span :
        blame.of(located.open(), located.revision().commit(), located.entry())) {
      int first = Math.max(span.line(), start + 1);
      long last = Math.min(span.lastLine(), (long) start + count);
      if (first <= last) {
        lines.add(new BlamedLines(span.commit(), span.path(), first, (int) (last - first + 1)));
      }
    }
    List<String> ids = lines.stream().map(BlamedLines::commit).distinct().toList();
    Map<String, Commit> commits = log.readAll(located.open(), ids);
    List<CommitView> shown = views.of(ids.stream().map(commits::get).toList());
    Map<String, CommitView> byId = new LinkedHashMap<>();
    shown.forEach(view -> byId.put(view.id(), view));
    List<Span> spans = new ArrayList<>(lines.size());
    for (BlamedLines span : lines) {
      CommitView commit = byId.get(span.commit());
      if (commit != null) {
        spans.add(Span.of(span, commit));
      }
    }
    return spans;
  }
}
