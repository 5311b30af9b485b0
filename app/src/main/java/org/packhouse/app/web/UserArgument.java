package org.packhouse.app.web;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.NotPermittedException;
import org.packhouse.app.identity.user.User;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives a page of the account the user who is signed in; who is not is sent to the login. */
@Component
class UserArgument implements PageArgument {

  private final CurrentCaller callers;

  UserArgument(CurrentCaller callers) {
    this.callers = callers;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == User.class;
  }

  @Override
  public User resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest web,
      @Nullable WebDataBinderFactory binders) {
    Caller caller = callers.get();
    User user = caller.user();
    if (user == null) {
      throw new NotPermittedException("Sign in to see your account.", true, true);
    }
    if (container != null) {
      container.addAttribute("section", "account");
    }
    return user;
  }
}
