package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.ResourceAccess;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Finds the branches that the form of a new pull request names. */
@Component
record BranchPairs(ResourceAccess access, OpenRepositories repositories, Revisions revisions) {

  /** Finds both branches; the default target is in the repository that this is a fork of. */
  Pair find(RepositoryView view, CreateForm form, Model model) throws IOException {
    Repository target = target(view, form, model);
    try (OpenRepository from = repositories.open(view.repository().id());
        OpenRepository to = repositories.open(target.id())) {
      Revision source = branch(from, form.source()).orElse(null);
      String head = to.refs().headTarget();
      String named = form.target() == null ? head : form.target();
      Revision base = branch(to, named).orElse(null);
      return new Pair(
          view.repository(),
          fullName(source, form.source()),
          source == null ? null : source.commit(),
          target,
          fullName(base, named),
          base == null ? null : base.commit());
    }
  }

  private Optional<Revision> branch(OpenRepository open, String name) throws IOException {
    return name.isEmpty()
        ? Optional.empty()
        : revisions.resolve(open, name).filter(Revision::isBranch);
  }

  private static String fullName(@Nullable Revision found, String typed) {
    String name = found == null ? null : found.refName();
    return name != null ? name : typed.startsWith("refs/") ? typed : "refs/heads/" + typed;
  }

  private Repository target(RepositoryView view, CreateForm form, Model model) {
    if (form.targetRepoId() == null) {
      return model.getAttribute("forkedFrom") instanceof Repository origin
          ? origin
          : view.repository();
    }
    return form.targetRepoId() == view.repository().id()
        ? view.repository()
        : access.repository(view.caller(), form.targetRepoId(), Permission.REPO_READ);
  }

  /** The full names and tips of a source and a target branch; a missing branch has no tip. */
  record Pair(
      Repository source,
      String fromRef,
      @Nullable String from,
      Repository target,
      String toRef,
      @Nullable String to) {}
}
