package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.packhouse.app.platform.rest.Refusals;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestFailure;
import org.springframework.ui.ModelMap;

/** A submitted form, as an argument of page controllers: shows the form again if it is refused. */
public final class FormSubmission {

  private final ModelMap model;
  private final HttpServletResponse response;

  FormSubmission(ModelMap model, HttpServletResponse response) {
    this.model = model;
    this.response = response;
  }

  /**
   * Runs the action. If a value breaks a rule or is taken, rejects the form with the messages of
   * its fields, and shows it again.
   *
   * @return the name of the view
   */
  public String handle(Supplier<String> action, Supplier<String> again) {
    try {
      return action.get();
    } catch (RuntimeException e) {
      RestFailure failure = Refusals.of(e);
      if (failure == null || !isAboutValues(failure.restStatus())) {
        throw e;
      }
      Map<String, String> errors = new LinkedHashMap<>();
      for (RestError error : failure.restErrors()) {
        String context = error.context();
        errors.putIfAbsent(context == null ? "" : context, error.message());
      }
      reject(failure.restStatus(), errors);
      return again.get();
    }
  }

  /**
   * Sets the status of the response, and {@code errors} in the model.
   *
   * @param errors messages by field, {@code ""} for those about the form as a whole
   * @return the model
   */
  public ModelMap reject(int status, Map<String, String> errors) {
    response.setStatus(status);
    return model.addAttribute("errors", errors);
  }

  private static boolean isAboutValues(int status) {
    return status == HttpServletResponse.SC_BAD_REQUEST
        || status == HttpServletResponse.SC_CONFLICT;
  }
}
