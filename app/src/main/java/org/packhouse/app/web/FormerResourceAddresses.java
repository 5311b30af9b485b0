package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.web.layout.Links;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Redirects of Bitbucket's add-on addresses for settings of projects and repositories. */
@Controller
@Open("says where a page is, which then asks who may see it")
class FormerResourceAddresses {

  private static final String PLUGINS = "/plugins/servlet/";
  private static final String PROJECT = "projects/{key}";
  private static final String REPOSITORY = PROJECT + "/repos/{slug}";

  @GetMapping({PLUGINS + "ssh/" + PROJECT + "/keys", PLUGINS + "ssh/" + REPOSITORY + "/keys"})
  ResponseEntity<Void> keys(
      @PathVariable String key,
      @PathVariable(required = false) @Nullable String slug,
      HttpServletRequest request) {
    return to(request, place(key, slug), "/access-keys");
  }

  @GetMapping({
    PLUGINS + "access-tokens/" + PROJECT + "/manage",
    PLUGINS + "access-tokens/" + REPOSITORY + "/manage"
  })
  ResponseEntity<Void> tokens(
      @PathVariable String key,
      @PathVariable(required = false) @Nullable String slug,
      HttpServletRequest request) {
    return to(request, place(key, slug), "/access-tokens");
  }

  @GetMapping({PLUGINS + "webhooks/" + PROJECT, PLUGINS + "webhooks/" + REPOSITORY})
  ResponseEntity<Void> webhooks(
      @PathVariable String key,
      @PathVariable(required = false) @Nullable String slug,
      HttpServletRequest request) {
    return to(request, place(key, slug), "/settings/webhooks");
  }

  @GetMapping({PLUGINS + "branch-permissions/{key}", PLUGINS + "branch-permissions/{key}/{slug}"})
  ResponseEntity<Void> branchPermissions(
      @PathVariable String key,
      @PathVariable(required = false) @Nullable String slug,
      HttpServletRequest request) {
    return to(request, place(key, slug), "/settings/branch-permissions");
  }

  /** Keys of personal projects begin with a tilde, which stays unencoded. */
  private static String place(String key, @Nullable String slug) {
    String project =
        Links.toPlace(
            key.startsWith("~")
                ? "/projects/~" + Links.encode(key.substring(1))
                : "/projects/" + Links.encode(key));
    return slug == null ? project : project + "/repos/" + Links.encode(slug);
  }

  private static ResponseEntity<Void> to(HttpServletRequest request, String place, String page) {
    return ResponseEntity.status(HttpStatus.FOUND)
        .header(HttpHeaders.LOCATION, request.getContextPath() + place + page)
        .build();
  }
}
