package org.packhouse.app.upkeep.imports.transfer;

/** Messages that imports of both kinds use. */
public final class ImportMessages {

  public static final String SHA_256 =
      "The repository names its objects by SHA-256; only SHA-1 repositories can be imported.";

  public static final String DISK_FULL =
      "The disk of this server is almost full; an administrator must make room.";

  static final String SHALLOW =
      "The repository is a shallow clone: the beginning of its history is missing.";

  public static final String INCOMPLETE =
      "The repository is not complete: objects that its branches or tags need are missing.";

  static final String NOT_GIT =
      "There is a response at that address, but not that of a Git repository by the smart HTTP"
          + " protocol.";

  private ImportMessages() {}
}
