package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.Refusals;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestFailure;
import org.packhouse.app.review.pullrequest.DuplicatePullRequestException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.FormSubmission.Step;

/** Submits forms of pull requests, and shows them again when they are refused. */
final class PullRequestForms {

  private static final List<Integer> SHOWN = List.of(400, 404, 409, 413);
  private static final int FORBIDDEN = 403;
  private static final int CONFLICT = 409;

  private PullRequestForms() {}

  /** Runs an action; if it is refused, the form is shown again with {@code errors} by field. */
  static String submit(
      FormSubmission submission,
      List<String> fields,
      Step<IOException> action,
      Step<IOException> again)
      throws IOException {
    Map<String, String> errors = new LinkedHashMap<>();
    int status;
    try {
      return action.run();
    } catch (NotPermittedException e) {
      if (e.anonymous() || !e.visible()) {
        throw e;
      }
      status = FORBIDDEN;
      errors.put("", String.valueOf(e.getMessage()));
    } catch (RefusedException e) {
      RestFailure refusal = Refusals.of(e);
      if (!SHOWN.contains(refusal.restStatus())) {
        throw e;
      }
      status = refusal.restStatus();
      for (RestError error : refusal.restErrors()) {
        String field = field(error);
        boolean own = field != null && fields.contains(field);
        errors.merge(own ? field : "", error.message(), (one, two) -> one + " " + two);
      }
    } catch (DuplicatePullRequestException e) {
      status = CONFLICT;
      errors.put("", String.valueOf(e.getMessage()));
    }
    submission.reject(status, errors);
    return again.run();
  }

  // The REST dialect names the user instead of the field.
  private static @Nullable String field(RestError error) {
    return ExceptionName.INVALID_PULL_REQUEST_REVIEWERS.wireName().equals(error.exceptionName())
        ? "reviewers"
        : error.context();
  }
}
