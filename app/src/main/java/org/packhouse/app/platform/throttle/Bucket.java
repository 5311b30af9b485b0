package org.packhouse.app.platform.throttle;

/**
 * A bucket that tickets are taken from. The first five are known by these names to administrators;
 * the others hold what has a limit of its own.
 */
public enum Bucket {
  /** Clones, fetches and pushes that native git works on. */
  SCM_HOSTING("scm-hosting"),
  /** Advertisements of refs that native git makes. */
  SCM_REFS("scm-refs"),
  /** Short git commands that a page or a REST operation waits for. */
  SCM_COMMAND("scm-command"),
  /** Large files on their way in or out. */
  GIT_LFS("git-lfs"),
  /** Fetches of mirrors. */
  MIRROR_HOSTING("mirror-hosting"),
  /** Clones and fetches that are answered in this process, from its heap. */
  IN_PROCESS("in-process"),
  /** Responses of the cache on their way to clients, which wait if people do. */
  CACHED_RESPONSES("cached-responses"),
  /** Repositories that come from elsewhere. */
  IMPORT("import"),
  /** Archives of a commit's files. */
  ARCHIVE("archive"),
  /** Merges and rebases that the server makes. */
  MERGE("merge"),
  /** Housekeeping, which nobody waits for. */
  PACKING("packing");

  private final String settingName;

  Bucket(String settingName) {
    this.settingName = settingName;
  }

  /** What settings and meters call it. */
  public String settingName() {
    return settingName;
  }
}
