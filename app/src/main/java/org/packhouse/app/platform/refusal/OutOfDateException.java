package org.packhouse.app.platform.refusal;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Something was changed since its changer has read it. */
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

  /** The version that the thing has, and the one that its changer knows. */
  public record Versions(int current, int expected) implements Serializable {}

  public Thing thing() {
    return thing;
  }

  /** Returns the versions; null where the thing is not counted by versions. */
  public @Nullable Versions versions() {
    return versions;
  }
}
