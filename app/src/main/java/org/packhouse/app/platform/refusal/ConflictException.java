package org.packhouse.app.platform.refusal;

import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.platform.refusal.InvalidFieldException.Field;

/** The state of something does not permit what was asked for. */
public non-sealed class ConflictException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final Conflict conflict;
  private final ArrayList<Field> each;

  public ConflictException(Conflict conflict, String sentence) {
    this(conflict, sentence, List.of());
  }

  /**
   * Refuses a request for several reasons.
   *
   * @param each what stands in the way, with the name of what it is about
   */
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
