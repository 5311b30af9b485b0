package org.packhouse.app.platform.refusal;

/** Something that was named does not exist, or the caller may not know of it. */
public non-sealed class NoSuchException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final Thing thing;

  public NoSuchException(Thing thing, String sentence) {
    super(sentence);
    this.thing = thing;
  }

  public final Thing thing() {
    return thing;
  }
}
