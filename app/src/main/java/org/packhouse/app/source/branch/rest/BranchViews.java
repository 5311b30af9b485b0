package org.packhouse.app.source.branch.rest;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.branch.DetailedRef;
import org.packhouse.app.source.branch.RefDetails;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.rest.CommitView;
import org.packhouse.app.source.commit.rest.CommitViews;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.springframework.stereotype.Component;

/** Converts branches to their REST form. */
@Component
class BranchViews {

  private final RefDetails details;
  private final CommitViews commits;

  BranchViews(RefDetails details, CommitViews commits) {
    this.details = details;
    this.commits = commits;
  }

  List<BranchView> of(OpenRepository open, List<RefSnapshot.Entry> found, @Nullable Revision base)
      throws IOException {
    List<DetailedRef> branches = details.of(open, RefKind.BRANCH, found, base);
    List<Commit> latest =
        branches.stream().map(DetailedRef::commit).filter(Objects::nonNull).toList();
    Map<String, CommitView> byId = new HashMap<>();
    commits.of(latest).forEach(view -> byId.put(view.id(), view));
    return branches.stream().map(branch -> BranchView.of(branch, open.refs(), byId)).toList();
  }
}
