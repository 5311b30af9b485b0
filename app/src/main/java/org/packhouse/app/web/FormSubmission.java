package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.Refusals;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestFailure;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.ui.ModelMap;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.support.RequestContextUtils;

/**
 * A submitted form, as an argument of page controllers: leads to the next page with a message, or
 * shows the form again if it is refused.
 */
public final class FormSubmission {

  /** Statuses of refusals for a value that breaks a rule, or is taken. */
  private static final Set<Integer> ABOUT_VALUES =
      Set.of(HttpServletResponse.SC_BAD_REQUEST, HttpServletResponse.SC_CONFLICT);

  private final ModelMap model;
  private final HttpServletRequest request;
  private final HttpServletResponse response;

  private FormSubmission(ModelMap model, HttpServletRequest request, HttpServletResponse response) {
    this.model = model;
    this.request = request;
    this.response = response;
  }

  /** A part of a submission, which returns the name of a view. */
  @FunctionalInterface
  public interface Step<E extends Exception> {
    String run() throws E;
  }

  /**
   * Runs the action. If a value breaks a rule or is taken, rejects the form with the messages of
   * its fields, and shows it again.
   *
   * @return the name of the view
   */
  public <E extends Exception> String handle(Step<E> action, Step<E> again) throws E {
    try {
      return action.run();
    } catch (RuntimeException e) {
      RestFailure failure = Refusals.of(e);
      if (failure == null || !ABOUT_VALUES.contains(failure.restStatus())) {
        throw e;
      }
      Map<String, String> errors = new LinkedHashMap<>();
      for (RestError error : failure.restErrors()) {
        String context = error.context();
        errors.putIfAbsent(context == null ? "" : context, error.message());
      }
      reject(failure.restStatus(), errors);
      return again.run();
    }
  }

  /** Returns whether a script asks for the part of the page that changes. */
  public boolean isPartial() {
    return request.getHeader("HX-Request") != null;
  }

  /** Tells the script of the page of an event. */
  public void trigger(String event) {
    response.setHeader("HX-Trigger", event);
  }

  /**
   * Redirects to a page that tells of success once.
   *
   * @param page path and query, without the context path
   */
  public String saved(String page, String message) {
    return redirect(page, "saved", message);
  }

  /** Redirects to a page that tells once why nothing was changed. */
  public String failed(String page, @Nullable String message) {
    return redirect(page, "failed", message);
  }

  private String redirect(String page, String kind, @Nullable String message) {
    RequestContextUtils.getOutputFlashMap(request).put(kind, message);
    return "redirect:" + page;
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

  @Component
  static final class Argument implements PageArgument {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
      return parameter.getParameterType() == FormSubmission.class;
    }

    @Override
    public FormSubmission resolveArgument(
        MethodParameter parameter,
        @Nullable ModelAndViewContainer container,
        NativeWebRequest web,
        @Nullable WebDataBinderFactory binders) {
      return new FormSubmission(
          Objects.requireNonNull(container).getModel(),
          Objects.requireNonNull(web.getNativeRequest(HttpServletRequest.class)),
          Objects.requireNonNull(web.getNativeResponse(HttpServletResponse.class)));
    }
  }
}
