package org.packhouse.app.upkeep.imports;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.refs.RefNameRules;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.app.upkeep.imports.transfer.ImportFailedException;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.packhouse.app.upkeep.imports.transfer.Sentences;

/**
 * The refs that came, and those of them that cannot be: pushes could not make them either.
 *
 * @param refs what can be taken over
 * @param leftOut the full names of the others
 */
record ArrivedRefs(List<Arrived> refs, List<String> leftOut) {

  private static final int MAX_COUNT = 500_000;

  private static final List<String> KINDS =
      List.of(RefNames.HEADS, RefNames.TAGS, Constants.R_NOTES);

  /** A ref and what it points to. */
  record Arrived(String name, ObjectId id) {}

  /** Reads the refs of a repository that was filled. */
  static ArrivedRefs of(Repository filled) throws IOException, ImportFailedException {
    List<Arrived> refs = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    try (ObjectReader reader = filled.newObjectReader()) {
      for (String kind : KINDS) {
        for (Ref ref : filled.getRefDatabase().getRefsByPrefix(kind)) {
          ObjectId id = ref.getObjectId();
          if (id == null || !mayBe(ref.getName(), id, reader)) {
            leftOut.add(ref.getName());
          } else {
            refs.add(new Arrived(ref.getName(), id.copy()));
          }
        }
        if (refs.size() > MAX_COUNT) {
          throw new ImportFailedException(
              ImportProblem.TOO_LARGE,
              "The repository has more than " + MAX_COUNT + " branches and tags.");
        }
      }
    }
    return new ArrivedRefs(refs, leftOut);
  }

  private static boolean mayBe(String name, ObjectId id, ObjectReader reader)
      throws IOException, ImportFailedException {
    if (RefNameRules.creationProblem(name) != null) {
      return false;
    }
    try {
      return !name.startsWith(RefNames.HEADS) || reader.open(id).getType() == Constants.OBJ_COMMIT;
    } catch (MissingObjectException e) {
      throw new ImportFailedException(ImportProblem.INCOMPLETE, Sentences.INCOMPLETE);
    }
  }

  /**
   * The branch that HEAD shall name.
   *
   * @param wanted the one that it names elsewhere; null: not known
   * @return its full name; null if there is none to choose
   */
  @Nullable String head(@Nullable String wanted) {
    List<String> branches =
        refs.stream().map(Arrived::name).filter(it -> it.startsWith(RefNames.HEADS)).toList();
    if (wanted != null && (branches.isEmpty() || branches.contains(wanted))) {
      return RefNameRules.creationProblem(wanted) == null ? wanted : null;
    }
    return Stream.of("refs/heads/main", "refs/heads/master")
        .filter(branches::contains)
        .findFirst()
        .orElse(branches.isEmpty() ? null : branches.getFirst());
  }

  /** Says what was left out; null if nothing was. */
  @Nullable String note() {
    if (leftOut.isEmpty()) {
      return null;
    }
    List<String> shown = leftOut.stream().limit(5).toList();
    return "Left out, because a push could not make them either: "
        + String.join(", ", shown)
        + (leftOut.size() > shown.size()
            ? " and " + (leftOut.size() - shown.size()) + " more."
            : ".");
  }
}
