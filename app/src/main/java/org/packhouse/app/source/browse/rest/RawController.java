package org.packhouse.app.source.browse.rest;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.browse.WellKnownFile;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: raw files, and files rendered as HTML. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}")
class RawController {

  private final Locator locator;
  private final Trees trees;
  private final RawResponse raw;
  private final Markup markup;

  RawController(Locator locator, Trees trees, RawResponse raw, Markup markup) {
    this.locator = locator;
    this.trees = trees;
    this.raw = raw;
    this.markup = markup;
  }

  record Place(Repository repository, @Nullable String at) {}

  record Exchange(HttpServletRequest request, HttpServletResponse response) {}

  @GetMapping("/raw/{*path}")
  void raw(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String at,
      TreePath path,
      Markup.Options options,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    try (BrowseTarget located = locator.find(repository, at, path)) {
      TreeEntry blob = located.blob().orElseThrow(() -> noBytes(located));
      send(located, blob, options, new Exchange(request, response));
    }
  }

  @GetMapping("/readme")
  void readme(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String at,
      Markup.Options options,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    send(WellKnownFile.README, new Place(repository, at), options, new Exchange(request, response));
  }

  @GetMapping("/contributing")
  void contributing(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String at,
      Markup.Options options,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    send(
        WellKnownFile.CONTRIBUTING,
        new Place(repository, at),
        options,
        new Exchange(request, response));
  }

  @GetMapping("/license")
  void license(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String at,
      Markup.Options options,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    send(
        WellKnownFile.LICENSE, new Place(repository, at), options, new Exchange(request, response));
  }

  private void send(WellKnownFile wanted, Place place, Markup.Options options, Exchange exchange)
      throws IOException {
    try (BrowseTarget root = locator.find(place.repository(), place.at(), TreePath.ROOT)) {
      TreeEntry file =
          wanted
              .in(trees, root.open(), root.entry())
              .orElseThrow(() ->
                  new NoSuchException(
                      Thing.PATH,
                      "There is no %s file at the root at revision %s."
                          .formatted(wanted, InvalidFieldException.quote(root.revision().at()))));
      send(root, file, options, exchange);
    }
  }

  private void send(BrowseTarget located, TreeEntry file, Markup.Options options, Exchange exchange)
      throws IOException {
    if (!options.isWanted()) {
      raw.send(located.open(), file, exchange.request(), exchange.response());
      return;
    }
    byte[] html = markup.render(located, file, options).getBytes(StandardCharsets.UTF_8);
    RawResponse.sandbox(exchange.response());
    exchange.response().setContentType("text/html;charset=UTF-8");
    exchange.response().setContentLength(html.length);
    exchange.response().getOutputStream().write(html);
  }

  private static RefusedException noBytes(BrowseTarget located) {
    return new NoSuchException(
        Thing.PATH,
        "The path %s is no file at revision %s, but a %s."
            .formatted(
                InvalidFieldException.quote(located.entry().path().display()),
                InvalidFieldException.quote(located.revision().at()),
                located.entry().isDirectory() ? "directory" : "submodule"));
  }
}
