package org.packhouse.app.platform.refusal;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Thrown when merge checks refuse the merge of a pull request. */
public final class VetoedException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final boolean conflicted;
  private final ArrayList<Veto> vetoes;

  /** Refuses a merge, which is {@code conflicted} if both branches changed the same lines. */
  public VetoedException(String sentence, boolean conflicted, List<Veto> vetoes) {
    super(sentence);
    this.conflicted = conflicted;
    this.vetoes = new ArrayList<>(vetoes);
  }

  /** The veto of one check: a few words, and whole sentences. */
  public record Veto(String summary, String detail) implements Serializable {}

  public boolean conflicted() {
    return conflicted;
  }

  public List<Veto> vetoes() {
    return List.copyOf(vetoes);
  }
}
