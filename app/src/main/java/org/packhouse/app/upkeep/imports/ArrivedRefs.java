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
import org.packhouse.app.upkeep.imports.transfer.ImportMessages;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;

/** The fetched refs, and the names of those left out, which pushes could not create either. */
record ArrivedRefs(List<Arrived> refs, List<String> leftOut) {

  private static final int MAX_COUNT = 500_000;

  private static final List<String> KINDS =
      List.of(RefNames.HEADS, RefNames.TAGS, Constants.R_NOTES);

  record Arrived(String name, ObjectId id) {}

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
      throw new ImportFailedException(ImportProblem.INCOMPLETE, ImportMessages.INCOMPLETE);
    }
  }

  /**
   * Returns the full name of the branch for HEAD, the wanted one if it came; null: there is none.
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

  /** Describes the refs left out; null: none. */
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
