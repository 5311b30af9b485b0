package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.web.layout.Assets;
import org.packhouse.app.web.layout.Links;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Redirects of Bitbucket's addresses, and the files that every browser asks for. */
@Controller
@Open("says where a page is, which then asks who may see it")
record FormerAddresses(Assets assets, Users users) {

  private static final String PLUGINS = "/plugins/servlet/";
  private static final String PROJECT = "projects/{key}";
  private static final String REPOSITORY = PROJECT + "/repos/{slug}";
  private static final String SSH_KEYS = PLUGINS + "ssh/account/keys";
  private static final String TOKENS = PLUGINS + "access-tokens/manage";
  private static final String AUDIT = PLUGINS + "audit";

  private static final Map<String, String> MOVED =
      Map.ofEntries(
          Map.entry(SSH_KEYS, "/account/ssh-keys"),
          Map.entry(TOKENS, "/account/tokens"),
          Map.entry(AUDIT, "/admin/audit"),
          Map.entry("/profile", "/account"),
          Map.entry("/passwordreset", "/forgot-password"),
          Map.entry("/admin/rate-limiting", "/admin/rate-limits"),
          Map.entry("/admin/license", "/help/about"),
          Map.entry("/admin/authentication", "/admin/users"),
          Map.entry("/admin/server-settings", "/admin/system"),
          Map.entry("/admin/db", "/admin/system"),
          Map.entry("/about", "/help/about"));

  @GetMapping({
    SSH_KEYS,
    TOKENS,
    AUDIT,
    "/profile",
    "/passwordreset",
    "/admin/rate-limiting",
    "/admin/license",
    "/admin/authentication",
    "/admin/server-settings",
    "/admin/db",
    "/about"
  })
  ResponseEntity<Void> moved(HttpServletRequest request) {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    return to(request, MOVED.getOrDefault(path, "/"));
  }

  @GetMapping("/plugins/servlet/access-tokens/users/{user}/manage")
  ResponseEntity<Void> tokens(HttpServletRequest request) {
    return to(request, "/account/tokens");
  }

  @GetMapping("/plugins/servlet/search")
  ResponseEntity<Void> search(
      @RequestParam(required = false) @Nullable String q, HttpServletRequest request) {
    return to(request, q == null ? "/search" : "/search?q=" + Links.encode(q));
  }

  @GetMapping("/admin/groups/view")
  ResponseEntity<Void> group(@RequestParam String name, HttpServletRequest request) {
    return to(request, "/admin/groups/members?name=" + Links.encode(name));
  }

  @GetMapping("/admin/users/view")
  ResponseEntity<Void> user(@RequestParam String name, HttpServletRequest request) {
    String slug = users.findByName(name.replace("\0", "")).map(User::slug).orElse(null);
    return to(
        request,
        slug == null
            ? "/admin/users?filter=" + Links.encode(name)
            : "/admin/users/" + Links.encode(slug));
  }

  @GetMapping({PLUGINS + "ssh/" + PROJECT + "/keys", PLUGINS + "ssh/" + REPOSITORY + "/keys"})
  ResponseEntity<Void> keys(
      @PathVariable String key,
      @PathVariable(required = false) @Nullable String slug,
      HttpServletRequest request) {
    return to(request, place(key, slug) + "/access-keys");
  }

  @GetMapping({
    PLUGINS + "access-tokens/" + PROJECT + "/manage",
    PLUGINS + "access-tokens/" + REPOSITORY + "/manage"
  })
  ResponseEntity<Void> resourceTokens(
      @PathVariable String key,
      @PathVariable(required = false) @Nullable String slug,
      HttpServletRequest request) {
    return to(request, place(key, slug) + "/access-tokens");
  }

  @GetMapping({PLUGINS + "webhooks/" + PROJECT, PLUGINS + "webhooks/" + REPOSITORY})
  ResponseEntity<Void> webhooks(
      @PathVariable String key,
      @PathVariable(required = false) @Nullable String slug,
      HttpServletRequest request) {
    return to(request, place(key, slug) + "/settings/webhooks");
  }

  @GetMapping({PLUGINS + "branch-permissions/{key}", PLUGINS + "branch-permissions/{key}/{slug}"})
  ResponseEntity<Void> branchPermissions(
      @PathVariable String key,
      @PathVariable(required = false) @Nullable String slug,
      HttpServletRequest request) {
    return to(request, place(key, slug) + "/settings/branch-permissions");
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

  @GetMapping("/favicon.ico")
  ResponseEntity<Void> icon(HttpServletRequest request) {
    return to(request, assets.url("/assets/mark.svg"));
  }

  /** Lets crawlers read pages, but no diffs, archives and other content made on request. */
  @GetMapping("/robots.txt")
  ResponseEntity<String> robots() {
    return ResponseEntity.ok()
        .contentType(MediaType.TEXT_PLAIN)
        .cacheControl(CacheControl.maxAge(Duration.ofDays(1)))
        .body(
            """
            User-agent: *
            Disallow: /-/
            Disallow: /*/archive
            Disallow: /*/compare
            Disallow: /*/part
            Disallow: /*?at=
            Disallow: /*&at=
            Disallow: /*blame=
            """);
  }

  private static ResponseEntity<Void> to(HttpServletRequest request, String path) {
    return ResponseEntity.status(HttpStatus.FOUND)
        .header(HttpHeaders.LOCATION, request.getContextPath() + path)
        .build();
  }
}
