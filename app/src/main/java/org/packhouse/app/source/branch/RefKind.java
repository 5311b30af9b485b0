package org.packhouse.app.source.branch;

import org.packhouse.app.storage.refs.RefNames;

/** The kind of ref that is listed, made and deleted here. */
public enum RefKind {
  /** {@code refs/heads/*}. */
  BRANCH("branch", RefNames.HEADS),
  /** {@code refs/tags/*}. */
  TAG("tag", RefNames.TAGS);

  private final String word;
  private final String folder;

  RefKind(String word, String folder) {
    this.word = word;
    this.folder = folder;
  }

  /** The folder of the names, with a slash at its end. */
  public String folder() {
    return folder;
  }

  /** The full name of what is called by its short or its full one. */
  public String fullName(String name) {
    return name.startsWith(folder) ? name : folder + name;
  }

  /** The short name of what is called by its short or its full one. */
  public String shortName(String name) {
    return name.startsWith(folder) ? name.substring(folder.length()) : name;
  }

  /** What messages call it: {@code branch} or {@code tag}. */
  String word() {
    return word;
  }

  /** The same at the beginning of a sentence. */
  String capitalWord() {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }
}
