package org.packhouse.app.hosting.label;

import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.RestException;

/** No repository that the caller may see has that label. */
final class NoSuchLabelException extends RestException {

  private static final long serialVersionUID = 1L;

  NoSuchLabelException(String label) {
    super(
        404,
        ExceptionName.NO_SUCH_LABEL,
        "Label %s does not exist.".formatted(InvalidFieldException.quote(label)));
  }
}
