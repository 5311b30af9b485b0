package org.packhouse.app.source.search;

import java.util.List;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.content.TreePath;

/**
 * A file in which all terms are.
 *
 * @param pathParts the path, cut where terms begin and end
 * @param contexts runs of lines, some of those with terms and what is around them
 * @param count how many lines have a term
 */
public record CodeHit(
    Repository repository,
    TreePath path,
    List<Part> pathParts,
    List<List<Line>> contexts,
    int count) {

  /**
   * A line of a file, cut if it is long.
   *
   * @param number from 1
   */
  public record Line(int number, List<Part> parts) {
    /** Whether a term is in it. */
    public boolean isHit() {
      return parts.stream().anyMatch(Part::hit);
    }
  }

  /**
   * A part of a text.
   *
   * @param hit whether it is a term
   */
  public record Part(String text, boolean hit) {}
}
