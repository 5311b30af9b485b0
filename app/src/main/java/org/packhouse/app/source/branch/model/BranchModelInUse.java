package org.packhouse.app.source.branch.model;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.branch.RefKind;

/** A branching model with the default branch, which may be unborn, to resolve it. */
public record BranchModelInUse(BranchModel model, String defaultBranch, BranchModel ofProject) {

  public BranchModelInUse(BranchModel model, String defaultBranch) {
    this(model, defaultBranch, model);
  }

  /** Returns the project's model, which a repository's administrators cannot change. */
  public BranchModelInUse byProject() {
    return new BranchModelInUse(ofProject, defaultBranch);
  }

  /** Returns the full name of the development branch. */
  public String development() {
    String name = model.development().refName();
    return name == null ? defaultBranch : name;
  }

  /** Returns the full name of the production branch, or null if there is none. */
  public @Nullable String production() {
    BranchModel.Target target = model.production();
    if (target == null) {
      return null;
    }
    return target.refName() == null ? defaultBranch : target.refName();
  }

  /** Returns whether a branch has the prefix of an enabled kind. */
  public boolean isOf(BranchModel.Kind kind, String refName) {
    return model.types().stream()
        .anyMatch(type ->
            type.kind() == kind
                && type.enabled()
                && refName.startsWith(RefKind.BRANCH.directory() + type.prefix()));
  }
}
