package org.packhouse.app.source.branch.model.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.branch.model.BranchModel;
import org.packhouse.app.source.branch.rest.BranchView;
import org.packhouse.app.storage.refs.RefSnapshot;

/** A branching model in use: its enabled types, and its branches if they exist. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BranchModelView(
    @Nullable BranchView development, @Nullable BranchView production, List<TypeView> types) {

  record TypeView(String id, String displayName, String prefix) {}

  static BranchModelView of(BranchModel model, RefSnapshot refs) {
    return new BranchModelView(
        branch(model.development(), refs),
        branch(model.production(), refs),
        model.types().stream()
            .filter(BranchModel.Type::enabled)
            .map(type -> new TypeView(type.kind().name(), type.kind().displayName(), type.prefix()))
            .toList());
  }

  private static @Nullable BranchView branch(
      BranchModel.@Nullable Target target, RefSnapshot refs) {
    if (target == null) {
      return null;
    }
    String refName = target.refName() == null ? refs.headTarget() : target.refName();
    return refs.find(refName).map(ref -> BranchView.of(ref, refs)).orElse(null);
  }
}
