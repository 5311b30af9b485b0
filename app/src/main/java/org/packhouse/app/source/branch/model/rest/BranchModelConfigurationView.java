package org.packhouse.app.source.branch.model.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.source.branch.model.BranchModel;
import org.packhouse.app.source.branch.model.rest.BranchModelBody.TargetBody;
import org.packhouse.app.source.branch.model.rest.BranchModelBody.TypeBody;

/** A branching model's configuration, and the scope that it is set at. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BranchModelConfigurationView(
    @Nullable TargetBody development,
    @Nullable TargetBody production,
    List<TypeBody> types,
    ScopeView scope) {

  static BranchModelConfigurationView of(BranchModel model) {
    return new BranchModelConfigurationView(
        TargetBody.of(model.development()),
        TargetBody.of(model.production()),
        model.types().stream().map(TypeBody::of).toList(),
        ScopeView.of(model.scope()));
  }
}
