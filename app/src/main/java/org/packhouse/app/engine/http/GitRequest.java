package org.packhouse.app.engine.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.GitService;

/** The service and repository that the path behind {@code /scm} names. */
record GitRequest(String repository, String suffix) {

  static final String INFO_REFS = "/info/refs";
  private static final String LFS = "/info/lfs";

  /** Parses a decoded path, {@code /key/slug.git/info/refs}; null if it names no repository. */
  static @Nullable GitRequest parse(@Nullable String path) {
    if (path == null || !path.startsWith("/")) {
      return null;
    }
    int key = path.indexOf('/', 1);
    if (key <= 1) {
      return null;
    }
    int slug = path.indexOf('/', key + 1);
    int end = slug < 0 ? path.length() : slug;
    String name = path.substring(key + 1, end);
    if (name.toLowerCase(Locale.ROOT).endsWith(".git")) {
      name = name.substring(0, name.length() - ".git".length());
    }
    if (name.isEmpty()) {
      return null;
    }
    String suffix = path.substring(end);
    return new GitRequest(path.substring(1, key) + "/" + name, suffix.equals("/") ? "" : suffix);
  }

  boolean isLfs() {
    return suffix.equals(LFS) || suffix.startsWith(LFS + "/");
  }

  @Nullable GitService posted() {
    return switch (suffix) {
      case "/git-upload-pack" -> GitService.UPLOAD_PACK;
      case "/git-receive-pack" -> GitService.RECEIVE_PACK;
      default -> null;
    };
  }

  static @Nullable GitService named(String service) {
    return switch (service) {
      case "git-upload-pack" -> GitService.UPLOAD_PACK;
      case "git-receive-pack" -> GitService.RECEIVE_PACK;
      default -> null;
    };
  }
}
