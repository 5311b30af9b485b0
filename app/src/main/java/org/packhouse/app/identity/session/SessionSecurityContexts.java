package org.packhouse.app.identity.session;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.springframework.security.core.context.DeferredSecurityContext;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.context.HttpRequestResponseHolder;
import org.springframework.security.web.context.SecurityContextRepository;

/** Stores user and stamp in a session as plain values, which survive upgrades of the server. */
public final class SessionSecurityContexts implements SecurityContextRepository {

  private static final String USER = "packhouse.user";
  private static final String NAME = "packhouse.name";
  private static final String STAMP = "packhouse.stamp";

  @Override
  public DeferredSecurityContext loadDeferredContext(HttpServletRequest request) {
    return new Loaded(() -> load(request));
  }

  @Override
  @Deprecated
  public SecurityContext loadContext(HttpRequestResponseHolder holder) {
    return load(holder.getRequest());
  }

  @Override
  public void saveContext(
      SecurityContext context, HttpServletRequest request, HttpServletResponse response) {
    if (context.getAuthentication() instanceof SignedInSession it) {
      HttpSession session = request.getSession();
      session.setAttribute(USER, it.userId());
      session.setAttribute(STAMP, it.stamp());
      session.setAttribute(NAME, it.getName());
    }
  }

  @Override
  public boolean containsContext(HttpServletRequest request) {
    return read(request) != null;
  }

  public static @Nullable SignedInSession read(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    if (session != null
        && session.getAttribute(USER) instanceof Long user
        && session.getAttribute(STAMP) instanceof Long stamp
        && session.getAttribute(NAME) instanceof String name) {
      return new SignedInSession(name, user, stamp);
    }
    return null;
  }

  /** Stores the user's new stamp in the session of a request, if it is that user's. */
  static void renew(User user, HttpServletRequest request) {
    SignedInSession session = read(request);
    if (session != null && session.userId() == user.id()) {
      request.changeSessionId();
      request.getSession().setAttribute(STAMP, user.stamp());
    }
  }

  private static SecurityContext load(HttpServletRequest request) {
    SignedInSession session = read(request);
    return session == null ? new SecurityContextImpl() : new SecurityContextImpl(session);
  }

  private static final class Loaded implements DeferredSecurityContext {

    private final Supplier<SecurityContext> reader;
    private @Nullable SecurityContext context;

    Loaded(Supplier<SecurityContext> reader) {
      this.reader = reader;
    }

    @Override
    public SecurityContext get() {
      if (context == null) {
        context = reader.get();
      }
      return context;
    }

    @Override
    public boolean isGenerated() {
      return get().getAuthentication() == null;
    }
  }
}
