package org.packhouse.app.source.branch.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.lib.Constants;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.rest.RepositoryView;
import org.packhouse.app.hosting.repository.rest.RepositoryViews;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.storage.refs.move.RefMoveLog;
import org.packhouse.hooks.RefChange;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: the log of ref updates. */
@RestController
@RequestMapping(
    RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/ref-change-activities")
class RefActivityController {

  private final RefMoveLog moves;
  private final Users users;
  private final RepositoryViews views;
  private final ServerAddress address;

  RefActivityController(
      RefMoveLog moves, Users users, RepositoryViews views, ServerAddress address) {
    this.moves = moves;
    this.users = users;
    this.views = views;
    this.address = address;
  }

  record MinimalRef(String id, String displayId, String type) {
    static MinimalRef of(String name) {
      boolean tag = name.startsWith(Constants.R_TAGS);
      String display = name.substring((tag ? Constants.R_TAGS : Constants.R_HEADS).length());
      return new MinimalRef(name, display, tag ? "TAG" : "BRANCH");
    }
  }

  /** Old and new value; {@code updatedType} is null for creations and deletions. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Moved(
      MinimalRef ref,
      String refId,
      String fromHash,
      String toHash,
      String type,
      @Nullable String updatedType) {

    static Moved of(RefChange change) {
      return new Moved(
          MinimalRef.of(change.refName()),
          change.refName(),
          change.oldId().name(),
          change.newId().name(),
          change.kind().name(),
          change.kind() == RefChange.Kind.UPDATE ? "UNRESOLVED" : null);
    }
  }

  /** A ref update; {@code createdDate} is in milliseconds since 1970. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Activity(
      long id,
      long createdDate,
      @Nullable UserView user,
      @Nullable String trigger,
      RepositoryView repository,
      Moved refChange) {}

  @GetMapping
  Page<Activity> list(
      @Requires(Permission.REPO_ADMIN) Repository repository,
      @RequestParam(required = false) @Nullable String ref,
      PageRequest page) {
    Page<RefMoveLog.Entry> found =
        Page.ofOneMore(page, moves.page(repository.id(), fullName(ref), page));
    RepositoryView view = views.of(repository);
    Map<Long, User> people = people(found.values());
    return found.map(move -> {
      User user = move.userId() == null ? null : people.get(move.userId());
      return new Activity(
          move.id(),
          move.when().toEpochMilli(),
          user == null ? null : UserView.of(user, address.baseUrl()),
          move.cause(),
          view,
          Moved.of(move.change()));
    });
  }

  @GetMapping("/branches")
  Page<MinimalRef> branches(
      @Requires(Permission.REPO_ADMIN) Repository repository,
      @RequestParam(defaultValue = "") String filterText,
      PageRequest page) {
    return Page.ofOneMore(page, moves.branches(repository.id(), filterText, page))
        .map(MinimalRef::of);
  }

  private Map<Long, User> people(List<RefMoveLog.Entry> moves) {
    Set<Long> ids = new HashSet<>();
    for (RefMoveLog.Entry move : moves) {
      if (move.userId() != null) {
        ids.add(move.userId());
      }
    }
    return ids.isEmpty() ? Map.of() : users.findAllById(ids);
  }

  private static @Nullable String fullName(@Nullable String ref) {
    if (ref == null || ref.isEmpty()) {
      return null;
    }
    return ref.startsWith(Constants.R_REFS) ? ref : Constants.R_HEADS + ref;
  }
}
