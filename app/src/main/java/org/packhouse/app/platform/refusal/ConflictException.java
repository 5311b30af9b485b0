package org.packhouse.app.platform.refusal;

import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.platform.refusal.InvalidFieldException.Field;

/** The present state does not permit the request. */
public non-sealed class ConflictException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final Conflict conflict;
  private final ArrayList<Field> each;

  public ConflictException(Conflict conflict, String sentence) {
    this(conflict, sentence, List.of());
  }

  /** Gives several reasons, each with the name of its subject. */
  public ConflictException(Conflict conflict, String sentence, List<Field> each) {
    super(sentence);
    this.conflict = conflict;
    this.each = new ArrayList<>(each);
  }

  public final Conflict conflict() {
    return conflict;
  }

  public final List<Field> each() {
    return List.copyOf(each);
  }
}
