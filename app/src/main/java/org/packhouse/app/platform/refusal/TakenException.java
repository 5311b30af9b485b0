package org.packhouse.app.platform.refusal;

import org.jspecify.annotations.Nullable;

/** Refuses to create something under a name or key that is in use. */
public non-sealed class TakenException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final Thing thing;
  private final @Nullable String field;

  public TakenException(Thing thing, String sentence) {
    this(thing, null, sentence);
  }

  /** Refuses a field, named as REST and forms call it. */
  public TakenException(Thing thing, @Nullable String field, String sentence) {
    super(sentence);
    this.thing = thing;
    this.field = field;
  }

  public final Thing thing() {
    return thing;
  }

  /** Returns the field whose value is taken; null if it is no single field. */
  public final @Nullable String field() {
    return field;
  }
}
