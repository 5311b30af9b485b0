package org.packhouse.app.source.search;

import java.util.List;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.content.TreePath;

/** A file with all terms: its path split at terms, runs of lines, and the number of hits. */
public record CodeHit(
    Repository repository,
    TreePath path,
    List<Part> pathParts,
    List<List<Line>> contexts,
    int count) {

  /** A line, cut if it is long; numbers begin with 1. */
  public record Line(int number, List<Part> parts) {
    public boolean isHit() {
      return parts.stream().anyMatch(Part::hit);
    }
  }

  /** A part of a text that is a term or not. */
  public record Part(String text, boolean hit) {}
}
