package org.packhouse.app.review.pullrequest.comment;

import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;

/** Maps the lines of a file in one commit to those in another; a missing file is empty. */
record LineMapping(RawText before, RawText after, EditList edits) {

  boolean isAdded(int line) {
    return edits.stream().anyMatch(it -> it.getBeginB() < line && line <= it.getEndB());
  }

  boolean isRemoved(int line) {
    return edits.stream().anyMatch(it -> it.getBeginA() < line && line <= it.getEndA());
  }

  boolean has(DiffLine line) {
    RawText text = line.side() == FileType.FROM ? before : after;
    return line.number() >= 1 && line.number() <= text.size();
  }

  /**
   * Returns the type that a line has in the diff. The type that a client names is not relied on:
   * programs that comment on unchanged lines call them added.
   */
  LineType type(DiffLine line) {
    if (line.side() == FileType.FROM) {
      return isRemoved(line.number()) ? LineType.REMOVED : LineType.CONTEXT;
    }
    return isAdded(line.number()) ? LineType.ADDED : LineType.CONTEXT;
  }

  /** Returns the number that a line has after the change; null: it is gone. */
  @Nullable Integer follow(int line) {
    int shift = 0;
    for (Edit edit : edits) {
      if (edit.getBeginA() >= line) {
        break;
      }
      if (line <= edit.getEndA()) {
        return null;
      }
      shift += edit.getLengthB() - edit.getLengthA();
    }
    return line <= before.size() ? Integer.valueOf(line + shift) : null;
  }

  /** Returns the lines that are left of a range after the change; null: none. */
  @Nullable LineRange follow(LineRange lines) {
    int first = lines.first();
    for (Edit edit : edits) {
      if (edit.getBeginA() < first && first <= edit.getEndA()) {
        first = edit.getEndA() + 1;
      }
    }
    int last = lines.last();
    for (int i = edits.size() - 1; i >= 0; i--) {
      if (edits.get(i).getBeginA() < last && last <= edits.get(i).getEndA()) {
        last = edits.get(i).getBeginA();
      }
    }
    Integer from = first > last ? null : follow(first);
    Integer to = first > last ? null : follow(last);
    return from == null || to == null ? null : new LineRange(from, to);
  }

  /** Returns the last line of either side that a diff lists up to and including a line; 0: none. */
  LineRange upTo(int line, boolean isBefore) {
    return place(line, isBefore, 0);
  }

  /** Returns the first line of either side that a diff lists from a line on, including it. */
  LineRange from(int line, boolean isBefore) {
    return place(line, isBefore, 1);
  }

  // A diff lists the removed lines of an edit before the added ones.
  private LineRange place(int line, boolean isBefore, int step) {
    int shift = 0;
    for (Edit edit : edits) {
      int begin = isBefore ? edit.getBeginA() : edit.getBeginB();
      int end = isBefore ? edit.getEndA() : edit.getEndB();
      if (begin >= line) {
        break;
      }
      if (line <= end) {
        return isBefore
            ? new LineRange(line, edit.getBeginB() + step)
            : new LineRange(edit.getEndA() + step, line);
      }
      shift += edit.getLengthB() - edit.getLengthA();
    }
    return isBefore ? new LineRange(line, line + shift) : new LineRange(line - shift, line);
  }
}
