package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Resolves {@link FormSubmission}, with the page's model and response. */
@Component
class FormSubmissionArgument implements PageArgument {

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
        Objects.requireNonNull(web.getNativeResponse(HttpServletResponse.class)));
  }
}
