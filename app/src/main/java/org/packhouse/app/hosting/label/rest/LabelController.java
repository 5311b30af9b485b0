package org.packhouse.app.hosting.label.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.label.Labels;
import org.packhouse.app.hosting.label.NoSuchLabelException;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.rest.RepositoryView;
import org.packhouse.app.hosting.repository.rest.RepositoryViews;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: the labels of readable repositories, and the repositories that have one. */
@RestController
@RequestMapping(RestPaths.API + "/labels")
class LabelController {

  private static final String REPOSITORY = "REPOSITORY";

  private final Labels labels;
  private final RepositoryViews views;

  LabelController(Labels labels, RepositoryViews views) {
    this.labels = labels;
    this.views = views;
  }

  record Labelled(@JsonUnwrapped RepositoryView repository, String labelableType) {}

  @GetMapping
  Page<LabelView> list(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @RequestParam(required = false) @Nullable String prefix,
      PageRequest page) {
    return labels.find(caller, prefix, page).map(LabelView::new);
  }

  @GetMapping("/{labelName}")
  LabelView get(@Requires(Permission.LICENSED_USER) Caller caller, @PathVariable String labelName) {
    requireThere(caller, labelName);
    return new LabelView(Labels.normal(labelName));
  }

  @GetMapping("/{labelName}/labeled")
  Page<Labelled> labelled(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @PathVariable String labelName,
      @RequestParam(required = false) @Nullable String type,
      PageRequest page) {
    if (type != null && !type.isEmpty() && !type.equalsIgnoreCase(REPOSITORY)) {
      throw new InvalidFieldException(
          "type",
          "The only type of what has labels is REPOSITORY, not %s."
              .formatted(InvalidFieldException.quote(type)));
    }
    requireThere(caller, labelName);
    Page<Repository> found = labels.labelled(caller, labelName, page);
    List<Labelled> shown =
        views.of(found.values()).stream().map(view -> new Labelled(view, REPOSITORY)).toList();
    return found.with(shown);
  }

  private void requireThere(Caller caller, String label) {
    if (!labels.exists(caller, label)) {
      throw new NoSuchLabelException(label);
    }
  }
}
