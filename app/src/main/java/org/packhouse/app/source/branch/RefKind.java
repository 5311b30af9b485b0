package org.packhouse.app.source.branch;

import org.packhouse.app.storage.refs.RefNames;

/** The kind of ref that is listed, made and deleted here. */
public enum RefKind {
  /** {@code refs/heads/*}. */
  BRANCH("branch", RefNames.HEADS),
  /** {@code refs/tags/*}. */
  TAG("tag", RefNames.TAGS);

  private final String word;
  private final String directory;

  RefKind(String word, String directory) {
    this.word = word;
    this.directory = directory;
  }

  /** The directory of the names, with a slash at its end. */
  public String directory() {
    return directory;
  }

  /** The full name of what is called by its short or its full one. */
  public String fullName(String name) {
    return name.startsWith(directory) ? name : directory + name;
  }

  /** The short name of what is called by its short or its full one. */
  public String shortName(String name) {
    return name.startsWith(directory) ? name.substring(directory.length()) : name;
  }

  /** What messages call it: {@code branch} or {@code tag}. */
  public String word() {
    return word;
  }

  /** The same at the beginning of a sentence. */
  String capitalWord() {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }
}
