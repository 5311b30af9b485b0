package org.packhouse.app.engine.connector;

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
 * Ends requests for which the database had no connection, in a sentence: a page of errors would ask
 * it again. Those that were called off meanwhile end as if their client did not read the response.
 * Neither leaves a stack trace in the log, which would cost more than the request.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class DatabaseBusyFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseBusyFilter.class);

  private final transient RestErrorWriter errors;

  DatabaseBusyFilter(RestErrorWriter errors) {
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
      if (DatabaseTrouble.of(e) != DatabaseTrouble.BUSY || response.isCommitted()) {
        throw e;
      }
      LOG.warn(
          "{} {} is refused, the database is busy: {}",
          request.getMethod(),
          request.getRequestURI(),
          e.getMessage());
      response.resetBuffer();
      if (RestErrorWriter.isRest(request)) {
        errors.write(response, DatabaseTrouble.BUSY);
      } else {
        HttpRefusal.later(DatabaseTrouble.BUSY.sentence()).send(response);
      }
    }
  }
}
