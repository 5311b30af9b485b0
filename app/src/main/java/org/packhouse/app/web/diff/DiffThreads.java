package org.packhouse.app.web.diff;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Distributes the comment threads and annotations of one file to its lines. Annotations of lines
 * that are not shown are left out, and so are those beyond {@link DiffAnnotations#MAX_SHOWN}.
 */
final class DiffThreads {

  record Cut(int count, String url) {}

  private final List<DiffComments.Placed> left;
  private final List<DiffComments.Lines> several;
  private final Map<Integer, List<DiffAnnotation>> annotations = new HashMap<>();
  private final List<DiffAnnotation> ofFile;
  private final String url;
  private int room = DiffAnnotations.MAX_SHOWN;
  private int cut;

  DiffThreads(List<DiffComments.Placed> threads, DiffAnnotations.OfFile annotated) {
    this.left = new ArrayList<>(threads);
    this.several =
        threads.stream().map(DiffComments.Placed::lines).filter(Objects::nonNull).toList();
    for (DiffAnnotation annotation : annotated.annotations()) {
      annotations.computeIfAbsent(annotation.line(), _ -> new ArrayList<>()).add(annotation);
    }
    this.ofFile = take(0);
    this.url = annotated.url();
    this.cut += annotated.others();
  }

  /** Returns whether a comment on several lines includes a line; 0: not on that side. */
  boolean isMarked(int oldNumber, int newNumber) {
    return several.stream().anyMatch(lines -> lines.contain(oldNumber, newNumber));
  }

  /** Takes the notes at a line, by its numbers from 1; 0: not on that side. */
  DiffNotes at(int oldNumber, int newNumber) {
    List<DiffAnnotation> annotated = newNumber == 0 ? List.of() : take(newNumber);
    List<?> said = left.isEmpty() ? List.of() : threads(oldNumber, newNumber);
    return said.isEmpty() && annotated.isEmpty()
        ? DiffNotes.NOTHING
        : new DiffNotes(said, annotated);
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

  private List<DiffAnnotation> take(int line) {
    List<DiffAnnotation> there = annotations.remove(line);
    if (there == null) {
      return List.of();
    }
    int taken = Math.min(room, there.size());
    room -= taken;
    cut += there.size() - taken;
    return there.subList(0, taken);
  }

  /** Returns the notes about the file, and the threads at lines that were not taken. */
  DiffNotes rest() {
    return new DiffNotes(left.stream().map(DiffComments.Placed::content).toList(), ofFile);
  }

  /** Returns the annotations left out at the lines taken so far; null: none. */
  @Nullable Cut cut() {
    return cut == 0 ? null : new Cut(cut, url);
  }
}
