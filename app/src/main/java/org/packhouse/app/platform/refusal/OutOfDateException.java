package org.packhouse.app.platform.refusal;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Something has changed since its editor read it. */
public final class OutOfDateException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final Thing thing;
  private final @Nullable Versions versions;

  public OutOfDateException(Thing thing, String sentence) {
    this(thing, null, sentence);
  }

  public OutOfDateException(Thing thing, @Nullable Versions versions, String sentence) {
    super(sentence);
    this.thing = thing;
    this.versions = versions;
  }

  public record Versions(int current, int expected) implements Serializable {}

  public Thing thing() {
    return thing;
  }

  /** Returns the thing's versions; null if it has none. */
  public @Nullable Versions versions() {
    return versions;
  }
}
