package org.packhouse.app.web;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.signin.CsrfRefusals;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.platform.node.LoggedRequest;
import org.packhouse.app.platform.node.SharedHomeAwayException;
import org.packhouse.app.platform.refusal.DiskFull;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.rest.Refusals;
import org.packhouse.app.platform.rest.RestErrorWriter;
import org.packhouse.app.platform.rest.RestFailure;
import org.packhouse.app.platform.throttle.Tickets.BusyException;
import org.packhouse.app.web.layout.Layout;
import org.packhouse.app.web.layout.Links;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.beans.TypeMismatchException;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorViewResolver;
import org.springframework.core.Ordered;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.validation.BindException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import org.springframework.web.servlet.view.RedirectView;

/**
 * Error pages, for exceptions of page controllers and for refusals of the servlet container. A page
 * that the caller may not see answers 404; an anonymous caller is sent to the login.
 */
@Component
record ErrorPages(Layout layout, RestErrorWriter writer)
    implements HandlerExceptionResolver, ErrorViewResolver, Ordered {

  private static final Logger LOG = LoggerFactory.getLogger(ErrorPages.class);
  private static final String RETRY_SECONDS = "30";

  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE + 10;
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception exception) {
    if (response.isCommitted()) {
      return null;
    }
    if (acceptsJsonAlone(request) && writeTroubleAsJson(request, response, exception)) {
      return new ModelAndView();
    }
    RestFailure known = Refusals.of(exception);
    return switch (exception) {
      case RedirectException moved -> redirect(moved.location(), moved.status());
      case Exception _ when known != null && acceptsJsonAlone(request) -> json(response, known);
      case NotFoundException missing -> page(request, response, 404, missing.getMessage());
      case NotPermittedException refused -> refusal(request, response, refused);
      case OptimisticLockingFailureException _ ->
          page(
              request,
              response,
              409,
              "Somebody else has changed this at the same time. Read it again, then try once"
                  + " more.");
      case BusyException busy -> {
        response.setHeader("Retry-After", RETRY_SECONDS);
        yield page(request, response, 503, busy.getMessage());
      }
      case Exception _ when known != null ->
          page(
              request,
              response,
              known.restStatus() == 401 ? 403 : known.restStatus(),
              known.restErrors().getFirst().message());
      case Exception failure when SharedHomeAwayException.isCauseOf(failure) -> {
        response.setHeader("Retry-After", RETRY_SECONDS);
        yield page(request, response, 503, SharedHomeAwayException.sentence(failure));
      }
      case Exception failure when DiskFull.isCauseOf(failure) -> {
        LOG.warn(
            "{} {} is refused: the disk is full", request.getMethod(), request.getRequestURI());
        yield page(request, response, HttpStatus.INSUFFICIENT_STORAGE.value(), DiskFull.SENTENCE);
      }
      case NoHandlerFoundException _ -> unknown(request, response);
      case NoResourceFoundException _ -> unknown(request, response);
      case ErrorResponse refused when refused.getStatusCode().is4xxClientError() -> {
        refused
            .getHeaders()
            .forEach((name, values) -> values.forEach(it -> response.addHeader(name, it)));
        yield page(request, response, refused.getStatusCode().value(), null);
      }
      case TypeMismatchException _ -> page(request, response, 400, null);
      case BindException _ -> page(request, response, 400, null);
      default -> trouble(request, response, exception);
    };
  }

  @Override
  public ModelAndView resolveErrorView(
      HttpServletRequest request, HttpStatus status, Map<String, Object> model) {
    if (request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable failure) {
      if (SharedHomeAwayException.isCauseOf(failure)) {
        return page(
            request,
            null,
            HttpStatus.SERVICE_UNAVAILABLE.value(),
            SharedHomeAwayException.sentence(failure));
      }
      DatabaseTrouble trouble = DatabaseTrouble.of(failure);
      if (trouble != null) {
        return page(request, null, HttpStatus.SERVICE_UNAVAILABLE.value(), trouble.sentence());
      }
    }
    Object message = request.getAttribute(RequestDispatcher.ERROR_MESSAGE);
    String text =
        (status.is4xxClientError() || status == HttpStatus.SERVICE_UNAVAILABLE)
                && message instanceof String given
                && !given.isBlank()
            ? given
            : null;
    return page(request, null, status.value(), text);
  }

  /** Scripts on pages accept nothing but JSON. */
  private static boolean acceptsJsonAlone(HttpServletRequest request) {
    try {
      List<MediaType> accepted = MediaType.parseMediaTypes(request.getHeader(HttpHeaders.ACCEPT));
      return !accepted.isEmpty()
          && accepted.stream().allMatch(MediaType.APPLICATION_JSON::equalsTypeAndSubtype);
    } catch (InvalidMediaTypeException _) {
      return false;
    }
  }

  /**
   * Writes known trouble of the server, such as a lost database, as JSON; false if it is another
   * failure.
   */
  private boolean writeTroubleAsJson(
      HttpServletRequest request, HttpServletResponse response, Exception exception) {
    try {
      boolean written = writer.writeTrouble(response, exception);
      if (written) {
        LOG.warn(
            "{} {} is refused: {}",
            request.getMethod(),
            request.getRequestURI(),
            DatabaseTrouble.causeOf(exception));
      }
      return written;
    } catch (IOException e) {
      LOG.debug("The client closed the connection before it read the refusal", e);
      return true;
    }
  }

  private ModelAndView json(HttpServletResponse response, RestFailure failure) {
    try {
      writer.write(response, failure);
    } catch (IOException e) {
      LOG.debug("The client closed the connection before it read the refusal", e);
    }
    return new ModelAndView();
  }

  private @Nullable ModelAndView trouble(
      HttpServletRequest request, HttpServletResponse response, Exception exception) {
    DatabaseTrouble trouble = DatabaseTrouble.of(exception);
    if (trouble == null) {
      return null;
    }
    LOG.warn(
        "{} {} is refused: {}",
        request.getMethod(),
        request.getRequestURI(),
        DatabaseTrouble.causeOf(exception));
    response.setHeader("Retry-After", RETRY_SECONDS);
    ModelAndView page =
        page(request, null, HttpStatus.SERVICE_UNAVAILABLE.value(), trouble.sentence());
    layout.addWithoutDatabase(page);
    return page;
  }

  /** Redirects a path that ends in slashes to the path without them. */
  private ModelAndView unknown(HttpServletRequest request, HttpServletResponse response) {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    String shorter = path.replaceFirst("/+$", "");
    boolean reads = Set.of("GET", "HEAD").contains(request.getMethod());
    // A location that begins with two slashes would name another server.
    if (!reads || shorter.equals(path) || shorter.isEmpty() || shorter.startsWith("//")) {
      return page(request, response, 404, null);
    }
    String query = request.getQueryString();
    return redirect(query == null ? shorter : shorter + "?" + query, HttpStatus.FOUND);
  }

  private ModelAndView refusal(
      HttpServletRequest request, HttpServletResponse response, NotPermittedException refused) {
    if (refused.anonymous()) {
      return redirect(login(request), HttpStatus.SEE_OTHER);
    }
    return refused.visible()
        ? page(request, response, 403, refused.getMessage())
        : page(request, response, 404, null);
  }

  /** Returns the login's address, which leads back to the page asked for or to that of the form. */
  private static String login(HttpServletRequest request) {
    if (!HttpMethod.GET.matches(request.getMethod())) {
      String page = referer(request);
      return "/login?signedOut=ended" + (page == null ? "" : "&next=" + Links.encode(page));
    }
    String path = request.getRequestURI().substring(request.getContextPath().length());
    String query = request.getQueryString();
    return "/login?next=" + Links.encode(query == null ? path : path + "?" + query);
  }

  /**
   * Returns the page that a form was sent from, without the context path, to lead back there; null
   * without a {@code Referer} of this server.
   */
  private static @Nullable String referer(HttpServletRequest request) {
    String referer = request.getHeader(HttpHeaders.REFERER);
    if (referer == null) {
      return null;
    }
    try {
      URI page = new URI(referer);
      String path = page.getRawPath();
      String context = request.getContextPath();
      if (!request.getServerName().equalsIgnoreCase(page.getHost())
          || path == null
          || !path.startsWith(context + "/")
          || path.startsWith("//", context.length())) {
        return null;
      }
      String query = page.getRawQuery();
      return path.substring(context.length()) + (query == null ? "" : "?" + query);
    } catch (URISyntaxException _) {
      return null;
    }
  }

  private static ModelAndView redirect(String path, HttpStatusCode status) {
    RedirectView view = new RedirectView(path, true, false);
    view.setExpandUriTemplateVariables(false);
    view.setStatusCode(status);
    return new ModelAndView(view);
  }

  private ModelAndView page(
      HttpServletRequest request,
      @Nullable HttpServletResponse response,
      int status,
      @Nullable String message) {
    ModelAndView page = new ModelAndView("error");
    page.setStatus(HttpStatusCode.valueOf(status));
    page.addObject("status", status);
    page.addObject("message", message);
    page.addObject("refusedForm", CsrfRefusals.has(request));
    page.addObject("formUrl", CsrfRefusals.has(request) ? referer(request) : null);
    page.addObject("requestId", MDC.get(LoggedRequest.MDC_KEY));
    if (response != null) {
      layout.addTo(request, page);
    }
    return page;
  }
}
