package org.packhouse.app.source.branch.model;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.branch.RefKind;

/**
 * A branch model with the default branch that it may refer to.
 *
 * @param defaultBranch full name, born or not
 */
public record BranchModelInUse(BranchModel model, String defaultBranch, BranchModel ofProject) {

  /** The model of a repository that has none of its own. */
  public BranchModelInUse(BranchModel model, String defaultBranch) {
    this(model, defaultBranch, model);
  }

  /** The same by the project's model alone, which the repository's administrators cannot change. */
  public BranchModelInUse byProject() {
    return new BranchModelInUse(ofProject, defaultBranch);
  }

  /** The full name of the branch that work goes to. */
  public String development() {
    String name = model.development().refName();
    return name == null ? defaultBranch : name;
  }

  /** The full name of the branch that is released; null: there is none apart. */
  public @Nullable String production() {
    BranchModel.Target target = model.production();
    if (target == null) {
      return null;
    }
    return target.refName() == null ? defaultBranch : target.refName();
  }

  /** Whether a branch begins as those of an enabled kind do. */
  public boolean isOf(BranchModel.Kind kind, String refName) {
    return model.types().stream()
        .anyMatch(type ->
            type.kind() == kind
                && type.enabled()
                && refName.startsWith(RefKind.BRANCH.directory() + type.prefix()));
  }
}
