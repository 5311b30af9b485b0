package org.packhouse.app.platform.openapi;

import java.util.Map;

/** Sorts operations into the areas of the API. */
final class Areas {

  private static final String USERS = "Users and groups";
  private static final Map<String, String> BY_PACKAGE =
      Map.ofEntries(
          Map.entry("account", USERS),
          Map.entry("avatar", USERS),
          Map.entry("branch", "Branches and tags"),
          Map.entry("branchpermission", "Branch permissions"),
          Map.entry("browse", "Source"),
          Map.entry("comment", "Comments"),
          Map.entry("commit", "Commits"),
          Map.entry("edit", "Source"),
          Map.entry("fork", "Forks"),
          Map.entry("hook", "Hooks"),
          Map.entry("imports", "Import"),
          Map.entry("key", USERS),
          Map.entry("project", "Projects"),
          Map.entry("pullrequest", "Pull requests"),
          Map.entry("repository", "Repositories"),
          Map.entry("signin", USERS),
          Map.entry("sync", "Forks"),
          Map.entry("token", USERS),
          Map.entry("webhook", "Webhooks"));

  private Areas() {}

  /** The area of a path that a package of that name serves. */
  static String of(String path, String packageName) {
    if (path.contains("/permissions")) {
      return "Permissions";
    }
    if (path.startsWith("/rest/access-tokens/")
        || path.startsWith("/rest/keys/")
        || path.startsWith("/rest/ssh/")) {
      return "Keys and tokens";
    }
    if (path.contains("/latest/admin/")) {
      return "Administration";
    }
    if (path.equals("/rest/api/latest/users")) {
      return USERS;
    }
    if (path.contains("/pull-requests/{pullRequestId}/comments")
        || path.contains("/pull-requests/{pullRequestId}/blocker-comments")) {
      return "Pull requests";
    }
    // org.packhouse.app.WING.FEATURE, and what lies below it.
    String feature = packageName.split("\\.", -1)[4];
    return BY_PACKAGE.getOrDefault(feature, "The server");
  }
}
