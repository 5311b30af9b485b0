package org.packhouse.lab.experiment;

import java.nio.file.Path;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.experiment.LocatedJson.Place;

/** Words what is wrong with a file. */
final class Complaints {

  private final Path file;

  Complaints(Path file) {
    this.file = file;
  }

  /** Says what is wrong at a place. */
  ExperimentException at(Place place, String what) {
    return new ExperimentException(
        "%s, line %d, column %d: %s.".formatted(file, place.line(), place.column(), what));
  }

  /** Says that a name is none of those that are known, and which of them it may mean. */
  ExperimentException unknown(Place place, String what, String name, Collection<String> known) {
    String nearest = nearest(name, known);
    String hint =
        nearest != null
            ? "; did you mean \"" + nearest + "\""
            : known.isEmpty() ? "; there are none" : "; known are " + String.join(", ", known);
    return at(place, "unknown " + what + " \"" + name + "\"" + hint);
  }

  /** The known name that is a few letters off, or null. */
  static @Nullable String nearest(String name, Collection<String> known) {
    String best = null;
    int least = Math.max(2, name.length() / 3) + 1;
    for (String candidate : known) {
      int distance = distance(name, candidate);
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
    return best;
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int above = row[j];
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(above, row[j - 1]) + 1);
        diagonal = above;
      }
    }
    return row[b.length()];
  }
}
