package org.packhouse.app.source.search;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Limits searches: a statement timeout, and few at once on a node. */
@Component
class SearchRun {

  private static final int AT_ONCE = 3;

  /** A page may take this long; a search that needs longer is to be narrowed. */
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private static final String QUERY_CANCELED = "57014";

  private final TrigramIndex trigrams;
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final Semaphore places = new Semaphore(AT_ONCE, true);

  SearchRun(TrigramIndex trigrams, JdbcClient jdbc, PlatformTransactionManager transactions) {
    this.trigrams = trigrams;
    this.jdbc = jdbc;
    this.transaction = new TransactionTemplate(transactions);
    this.transaction.setReadOnly(true);
  }

  <T> T read(Supplier<T> statement) {
    String obstacle = trigrams.obstacle();
    if (obstacle != null) {
      throw new SearchUnavailableException(obstacle);
    }
    enter();
    try {
      T result =
          transaction.execute(_ -> {
            jdbc.sql("select set_config('statement_timeout', ?, true)")
                .param(Long.toString(TIMEOUT.toMillis()))
                .query(row -> {});
            return statement.get();
          });
      return java.util.Objects.requireNonNull(result);
    } catch (DataAccessException e) {
      if (isCanceled(e)) {
        throw new SearchUnavailableException(
            "The search took too long. Add a word, or say where to look: repo:, project:, path:.");
      }
      throw e;
    } finally {
      places.release();
    }
  }

  private void enter() {
    try {
      if (!places.tryAcquire(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new SearchUnavailableException("Many people search at once. Try again in a moment.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SearchUnavailableException("The search was called off.");
    }
  }

  private static boolean isCanceled(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && QUERY_CANCELED.equals(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }
}
