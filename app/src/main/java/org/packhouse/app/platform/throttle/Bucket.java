package org.packhouse.app.platform.throttle;

/** A bucket of tickets. Administrators know the first five; others are limits of features. */
public enum Bucket {
  SCM_HOSTING("scm-hosting"),
  SCM_REFS("scm-refs"),
  SCM_COMMAND("scm-command"),
  GIT_LFS("git-lfs"),
  MIRROR_HOSTING("mirror-hosting"),
  IN_PROCESS("in-process"),
  CACHED_RESPONSES("cached-responses"),
  IMPORT("import"),
  ARCHIVE("archive"),
  MERGE("merge"),
  PACKING("packing");

  private final String settingName;

  Bucket(String settingName) {
    this.settingName = settingName;
  }

  public String settingName() {
    return settingName;
  }
}
