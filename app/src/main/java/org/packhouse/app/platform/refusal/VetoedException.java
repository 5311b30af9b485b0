package org.packhouse.app.platform.refusal;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Checks refuse the merge of a pull request. */
public final class VetoedException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final boolean conflicted;
  private final ArrayList<Veto> vetoes;

  /**
   * Refuses a merge.
   *
   * @param conflicted whether both branches have changed the same lines
   */
  public VetoedException(String sentence, boolean conflicted, List<Veto> vetoes) {
    super(sentence);
    this.conflicted = conflicted;
    this.vetoes = new ArrayList<>(vetoes);
  }

  /**
   * The refusal of one check.
   *
   * @param summary a few words
   * @param detail whole sentences
   */
  public record Veto(String summary, String detail) implements Serializable {}

  public boolean conflicted() {
    return conflicted;
  }

  public List<Veto> vetoes() {
    return List.copyOf(vetoes);
  }
}
