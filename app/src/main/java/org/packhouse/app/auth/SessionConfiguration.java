package org.packhouse.app.auth;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.session.config.SessionRepositoryCustomizer;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.session.jdbc.config.annotation.web.http.EnableJdbcHttpSession;
import org.springframework.session.web.http.CookieSerializer;
import org.springframework.session.web.http.DefaultCookieSerializer;

/** Sessions of browsers, in PostgreSQL: the death of a node signs nobody out. */
@Configuration(proxyBeanMethods = false)
@EnableJdbcHttpSession
class SessionConfiguration {

  @Bean
  CookieSerializer sessionCookie() {
    DefaultCookieSerializer cookie = new DefaultCookieSerializer();
    cookie.setCookieName("BITBUCKETSESSIONID");
    cookie.setUseHttpOnlyCookie(true);
    cookie.setSameSite("Lax");
    return cookie;
  }

  @Bean
  SessionRepositoryCustomizer<JdbcIndexedSessionRepository> sessionTimeout(AuthSettings settings) {
    return repository -> repository.setDefaultMaxInactiveInterval(settings.sessionTimeout());
  }
}
