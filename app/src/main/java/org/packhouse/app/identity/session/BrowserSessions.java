package org.packhouse.app.identity.session;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Browser sessions, read once a request: Spring Session reads one again after the response. Writes
 * are made in one transaction.
 */
public final class BrowserSessions<S extends Session> implements SessionRepository<S> {

  private final SessionRepository<S> stored;
  private final TransactionOperations transaction;

  private final ScopedValue<AtomicReference<@Nullable S>> ofRequest = ScopedValue.newInstance();

  private BrowserSessions(SessionRepository<S> stored, TransactionOperations transaction) {
    this.stored = stored;
    this.transaction = transaction;
  }

  static <S extends Session> BrowserSessions<S> of(
      SessionRepository<S> stored, TransactionOperations transaction) {
    return new BrowserSessions<>(stored, transaction);
  }

  /** Wraps a filter so that a request reads its session once. */
  public Filter onceARequest(Filter filter) {
    return (request, response, chain) -> {
      try {
        ScopedValue.where(ofRequest, new AtomicReference<@Nullable S>())
            .<@Nullable Void, Exception>call(() -> {
              filter.doFilter(request, response, chain);
              return null;
            });
      } catch (IOException | ServletException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new ServletException(e);
      }
    };
  }

  @Override
  public @Nullable S findById(String id) {
    S known = ofRequest.isBound() ? ofRequest.get().get() : null;
    if (known != null && known.getId().equals(id)) {
      return known;
    }
    S session = stored.findById(id);
    if (ofRequest.isBound()) {
      ofRequest.get().set(session);
    }
    return session;
  }

  @Override
  public S createSession() {
    return stored.createSession();
  }

  @Override
  public void save(S session) {
    transaction.executeWithoutResult(_ -> stored.save(session));
  }

  @Override
  public void deleteById(String id) {
    if (ofRequest.isBound()) {
      ofRequest.get().set(null);
    }
    stored.deleteById(id);
  }
}
