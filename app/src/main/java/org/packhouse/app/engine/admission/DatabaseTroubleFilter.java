package org.packhouse.app.engine.admission;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.ClientAbortException;
import org.packhouse.app.platform.database.CalledOffException;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.platform.rest.RestErrorWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Answers requests that fail for want of the database with a sentence, as an error page would ask
 * the database again. None logs a stack trace, which would cost more than the request.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class DatabaseTroubleFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseTroubleFilter.class);

  private final transient RestErrorWriter errors;

  DatabaseTroubleFilter(RestErrorWriter errors) {
    this.errors = errors;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    try {
      chain.doFilter(request, response);
    } catch (IOException | ServletException | RuntimeException e) {
      if (CalledOffException.isCauseOf(e)) {
        throw new ClientAbortException(e);
      }
      DatabaseTrouble trouble = DatabaseTrouble.of(e);
      if (trouble == null || response.isCommitted()) {
        throw e;
      }
      LOG.warn(
          "{} {} is refused, {}: {}",
          request.getMethod(),
          request.getRequestURI(),
          trouble.reason(),
          DatabaseTrouble.causeOf(e));
      response.resetBuffer();
      if (RestErrorWriter.isRest(request)) {
        errors.write(response, trouble);
      } else {
        HttpRefusal.later(trouble.sentence()).send(response);
      }
    }
  }
}
