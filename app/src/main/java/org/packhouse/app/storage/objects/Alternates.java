package org.packhouse.app.storage.objects;

import java.nio.file.Path;

/** Formats object directories for git's variable of alternates. */
public final class Alternates {

  public static final String VARIABLE = "GIT_ALTERNATE_OBJECT_DIRECTORIES";

  private Alternates() {}

  /** Quotes a path that contains a colon, which git reads as a separator. */
  public static String of(Path objects) {
    String path = objects.toAbsolutePath().toString();
    return path.contains(":") ? '"' + path.replace("\\", "\\\\").replace("\"", "\\\"") + '"' : path;
  }
}
