package org.packhouse.app.source.browse.rest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.InvalidRequestException;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.browse.BrowseSettings;
import org.packhouse.app.source.browse.rest.BrowseViews.Summary;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: files and directories at a revision. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}")
class BrowseController {

  private static final int DEFAULT_PATHS = 25;

  private final Locator locator;
  private final Browsing browsing;
  private final Trees trees;
  private final BrowseSettings settings;

  BrowseController(Locator locator, Browsing browsing, Trees trees, BrowseSettings settings) {
    this.locator = locator;
    this.browsing = browsing;
    this.trees = trees;
    this.settings = settings;
  }

  record Parameters(
      @Nullable String type,
      @Nullable String size,
      @Nullable String blame,
      @Nullable String noContent,
      @Nullable String start,
      @Nullable String limit) {}

  @GetMapping({"/browse", "/browse/{*path}"})
  Object browse(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String at,
      TreePath path,
      Parameters parameters)
      throws IOException {
    try (BrowseTarget located = locator.find(repository, at, path)) {
      boolean type = FlagParameter.isSet(parameters.type());
      if (type || FlagParameter.isSet(parameters.size())) {
        return new Summary(
            type ? BrowseViews.type(located.entry()) : null,
            FlagParameter.isSet(parameters.size()) ? browsing.size(located) : null);
      }
      boolean blame = FlagParameter.isSet(parameters.blame());
      return blame && FlagParameter.isSet(parameters.noContent())
          ? browsing.blameAlone(located, parameters.start(), parameters.limit())
          : browsing.content(located, parameters.start(), parameters.limit(), blame);
    }
  }

  @GetMapping({"/files", "/files/{*path}"})
  Page<String> files(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String at,
      TreePath path,
      @RequestParam(required = false) @Nullable String start,
      @RequestParam(required = false) @Nullable String limit)
      throws IOException {
    int most = settings.directory().recursive().children();
    PageRequest page = PageRequest.parse(start, limit, Math.min(DEFAULT_PATHS, most), most);
    try (BrowseTarget located = locator.find(repository, at, path)) {
      if (!located.entry().isDirectory()) {
        throw new InvalidRequestException(
            "The path %s is no directory at revision %s."
                .formatted(
                    InvalidFieldException.quote(path.display()),
                    InvalidFieldException.quote(located.revision().at())));
      }
      return Page.ofOneMore(
              page, trees.files(located.open(), located.entry(), page.start(), page.oneMore()))
          .map(TreePath::display);
    }
  }

  /** Parameters that are set by their presence. */
  static final class FlagParameter {

    private FlagParameter() {}

    /** Returns whether the parameter is present with a value other than {@code false}. */
    static boolean isSet(@Nullable String value) {
      return value != null && !value.equalsIgnoreCase("false");
    }
  }
}
