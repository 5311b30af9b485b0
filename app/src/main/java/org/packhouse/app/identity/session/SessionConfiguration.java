package org.packhouse.app.identity.session;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.session.config.SessionRepositoryCustomizer;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.session.jdbc.config.annotation.web.http.EnableJdbcHttpSession;
import org.springframework.session.web.http.CookieSerializer;
import org.springframework.session.web.http.DefaultCookieSerializer;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/** Browser sessions in PostgreSQL, which survive the death of a node. */
@Configuration(proxyBeanMethods = false)
@EnableJdbcHttpSession
class SessionConfiguration {

  @Bean
  CookieSerializer sessionCookie() {
    DefaultCookieSerializer cookie = new SessionCookie();
    cookie.setCookieName("BITBUCKETSESSIONID");
    cookie.setUseHttpOnlyCookie(true);
    cookie.setSameSite("Lax");
    return cookie;
  }

  @Bean
  SessionRepositoryCustomizer<JdbcIndexedSessionRepository> sessionTimes(AuthSettings settings) {
    return repository -> {
      repository.setDefaultMaxInactiveInterval(settings.sessionTimeout());
      SessionQueries.set(repository);
    };
  }

  /** Without transactions: {@link BrowserSessions} begins those of writes. */
  @Bean(defaultCandidate = false)
  TransactionOperations springSessionTransactionOperations() {
    return TransactionOperations.withoutTransaction();
  }

  @Bean
  @Primary
  BrowserSessions<?> browserSessions(
      JdbcIndexedSessionRepository stored, TransactionTemplate transaction) {
    return BrowserSessions.of(stored, transaction);
  }

  /** Ignores values that are no session id: PostgreSQL refuses some of them. */
  private static final class SessionCookie extends DefaultCookieSerializer {

    private static final Pattern ID = Pattern.compile("[0-9a-f-]{36}");

    @Override
    public List<String> readCookieValues(HttpServletRequest request) {
      return super.readCookieValues(request).stream()
          .filter(value -> ID.matcher(value).matches())
          .toList();
    }
  }
}
