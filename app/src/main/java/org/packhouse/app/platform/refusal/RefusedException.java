package org.packhouse.app.platform.refusal;

/**
 * A request that the server refuses for a reason that its caller can understand. The message is a
 * whole sentence for the user, which quotes the value and names the rule.
 */
public abstract sealed class RefusedException extends RuntimeException
    permits ArchivedException,
        ConflictException,
        ForbiddenException,
        InvalidFieldException,
        InvalidRequestException,
        NoSuchException,
        NotPermittedException,
        OutOfDateException,
        TakenException,
        TooLargeException,
        TryLaterException,
        VetoedException {

  private static final long serialVersionUID = 1L;

  RefusedException(String sentence) {
    super(sentence);
  }

  public final String sentence() {
    return String.valueOf(getMessage());
  }
}
