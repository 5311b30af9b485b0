package org.packhouse.app.source.branch;

import org.packhouse.app.storage.refs.RefNames;

/** Branch or tag. */
public enum RefKind {
  BRANCH("branch", RefNames.HEADS),
  TAG("tag", RefNames.TAGS);

  private final String word;
  private final String directory;

  RefKind(String word, String directory) {
    this.word = word;
    this.directory = directory;
  }

  public String directory() {
    return directory;
  }

  public String fullName(String name) {
    return name.startsWith(directory) ? name : directory + name;
  }

  public String shortName(String name) {
    return name.startsWith(directory) ? name.substring(directory.length()) : name;
  }

  public String word() {
    return word;
  }

  String capitalWord() {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }
}
