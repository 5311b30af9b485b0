package org.packhouse.app.web.diff;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one file, and what programs remark on it, handed out to the lines at which they
 * stand. Remarks on lines that are not shown are kept back, and so are those beyond {@link
 * DiffRemarks#MAX_SHOWN}.
 */
final class DiffThreads {

  /** Remarks that are kept back though their lines are shown. */
  record Cut(int count, String url) {}

  private final List<DiffComments.Placed> left;
  private final List<DiffComments.Lines> several;
  private final Map<Integer, List<DiffRemark>> remarks = new HashMap<>();
  private final List<DiffRemark> ofFile;
  private final String url;
  private int room = DiffRemarks.MAX_SHOWN;
  private int cut;

  DiffThreads(List<DiffComments.Placed> threads, DiffRemarks.OfFile remarked) {
    this.left = new ArrayList<>(threads);
    this.several =
        threads.stream().map(DiffComments.Placed::lines).filter(Objects::nonNull).toList();
    for (DiffRemark remark : remarked.remarks()) {
      remarks.computeIfAbsent(remark.line(), _ -> new ArrayList<>()).add(remark);
    }
    this.ofFile = take(0);
    this.url = remarked.url();
    this.cut += remarked.others();
  }

  /** Whether a comment on several lines is about a line. */
  boolean isMarked(int oldNumber, int newNumber) {
    return several.stream().anyMatch(lines -> lines.have(oldNumber, newNumber));
  }

  /** What stands at a line, by its numbers from 1; 0: it is not on that side. */
  DiffSaid at(int oldNumber, int newNumber) {
    List<DiffRemark> remarked = newNumber == 0 ? List.of() : take(newNumber);
    List<?> said = left.isEmpty() ? List.of() : threads(oldNumber, newNumber);
    return said.isEmpty() && remarked.isEmpty() ? DiffSaid.NOTHING : new DiffSaid(said, remarked);
  }

  private List<?> threads(int oldNumber, int newNumber) {
    List<Object> there = new ArrayList<>();
    for (Iterator<DiffComments.Placed> all = left.iterator(); all.hasNext(); ) {
      DiffComments.Placed thread = all.next();
      Integer line = thread.line();
      if (line != null && line == (thread.before() ? oldNumber : newNumber)) {
        there.add(thread.content());
        all.remove();
      }
    }
    return there;
  }

  private List<DiffRemark> take(int line) {
    List<DiffRemark> there = remarks.remove(line);
    if (there == null) {
      return List.of();
    }
    int taken = Math.min(room, there.size());
    room -= taken;
    cut += there.size() - taken;
    return there.subList(0, taken);
  }

  /** What is about the file, and the threads that stand at no line that was asked for. */
  DiffSaid rest() {
    return new DiffSaid(left.stream().map(DiffComments.Placed::content).toList(), ofFile);
  }

  /** The remarks that are left out, as far as lines were asked for; null: none are. */
  @Nullable Cut cut() {
    return cut == 0 ? null : new Cut(cut, url);
  }
}
