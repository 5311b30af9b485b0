package org.packhouse.app.storage.objects;

import java.nio.file.Path;

/** Names directories of objects to git, as those that it is to borrow from. */
public final class Alternates {

  /** The variable that names them. */
  public static final String VARIABLE = "GIT_ALTERNATE_OBJECT_DIRECTORIES";

  private Alternates() {}

  /**
   * The value that names one directory. Git reads a list that colons separate, so a path that has
   * one itself stands in quotes.
   */
  public static String of(Path objects) {
    String path = objects.toAbsolutePath().toString();
    return path.contains(":") ? '"' + path.replace("\\", "\\\\").replace("\"", "\\\"") + '"' : path;
  }
}
