package org.packhouse.app.identity.signin;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.util.EnumSet;
import java.util.Locale;
import org.packhouse.app.identity.session.BrowserSessions;
import org.packhouse.app.identity.session.RememberMeCookies;
import org.packhouse.app.identity.session.SessionSecurityContexts;
import org.packhouse.app.identity.session.SignInAudit;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.rest.RequestSource;
import org.packhouse.app.platform.rest.RestErrorWriter;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.session.web.http.SessionRepositoryFilter;

/** Declares the security filters: REST is stateless; pages have sessions and CSRF tokens. */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
class SecurityConfiguration {

  private static final int AFTER_SESSIONS = -100;
  private static final String POLICY =
      "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self';"
          + " form-action 'self'; frame-ancestors 'none'";

  @Bean
  @Order(1)
  SecurityFilterChain restChain(
      HttpSecurity http, Authenticator authenticator, RestErrorWriter errors) throws Exception {
    return http.securityMatcher("/rest/**", "/plugins/**")
        .csrf(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .anonymous(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .sessionManagement(AbstractHttpConfigurer::disable)
        .securityContext(AbstractHttpConfigurer::disable)
        .exceptionHandling(AbstractHttpConfigurer::disable)
        .addFilterBefore(
            new RestAuthenticationFilter(authenticator, errors), AuthorizationFilter.class)
        .build();
  }

  @Bean
  @Order(2)
  SecurityFilterChain pageChain(
      HttpSecurity http,
      Authenticator authenticator,
      RememberMeCookies remembered,
      SignInAudit audit,
      ServerAddress address)
      throws Exception {
    return http.csrf(csrf ->
            csrf.csrfTokenRepository(formTokens())
                .requireCsrfProtectionMatcher(request ->
                    CsrfFilter.DEFAULT_CSRF_MATCHER.matches(request)
                        && !isOwnMultipartForm(request, address.baseUrl()))
                // Mail programs post there for one-click unsubscription (RFC 8058), with a token of
                // its own.
                .ignoringRequestMatchers("/unsubscribe"))
        .exceptionHandling(refusals -> refusals.accessDeniedHandler(new CsrfRefusals()))
        .securityContext(
            context -> context.securityContextRepository(new SessionSecurityContexts()))
        .anonymous(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .authenticationProvider(new FormAuthenticationProvider(authenticator, audit))
        .formLogin(form ->
            form.loginPage("/login")
                .successHandler((request, response, _) -> LoginResponses.succeed(request, response))
                .failureHandler(LoginResponses::fail))
        .rememberMe(rememberMe -> rememberMe.rememberMeServices(remembered))
        .logout(logout -> logout.logoutSuccessUrl("/login?signedOut"))
        .headers(headers -> headers.contentSecurityPolicy(csp -> csp.policyDirectives(POLICY)))
        .addFilterBefore(new PageAuthenticationFilter(authenticator), AuthorizationFilter.class)
        .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
        .httpBasic(AbstractHttpConfigurer::disable)
        .build();
  }

  /**
   * Returns whether a page of this server sends a multipart form, whose CSRF token only the handler
   * reads: the browser's origin headers count instead.
   */
  private static boolean isOwnMultipartForm(HttpServletRequest request, String baseUrl) {
    String type = request.getContentType();
    return type != null
        && type.toLowerCase(Locale.ROOT).startsWith("multipart/form-data")
        && RequestSource.isOwnPage(request, baseUrl);
  }

  private static CookieCsrfTokenRepository formTokens() {
    CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
    tokens.setCookieCustomizer(cookie -> cookie.sameSite("Lax"));
    return tokens;
  }

  @Bean
  FilterRegistrationBean<Filter> security(
      @Qualifier("springSecurityFilterChain") Filter springSecurityFilterChain) {
    return browserFilter(springSecurityFilterChain, AFTER_SESSIONS);
  }

  @Bean
  FilterRegistrationBean<Filter> sessions(
      SessionRepositoryFilter<?> springSessionRepositoryFilter, BrowserSessions<?> sessions) {
    return browserFilter(
        sessions.onceARequest(springSessionRepositoryFilter),
        SessionRepositoryFilter.DEFAULT_ORDER);
  }

  @Bean
  FilterRegistrationBean<FreshRowsFilter> freshRows() {
    var registration = new FilterRegistrationBean<>(new FreshRowsFilter());
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 50);
    return registration;
  }

  private static FilterRegistrationBean<Filter> browserFilter(Filter filter, int order) {
    var registration = new FilterRegistrationBean<Filter>(new BrowserFilter(filter));
    registration.setOrder(order);
    registration.setDispatcherTypes(
        EnumSet.of(DispatcherType.REQUEST, DispatcherType.ERROR, DispatcherType.ASYNC));
    return registration;
  }

  /** Disables the container's registration: {@link BrowserFilter} runs the filter. */
  @Bean
  FilterRegistrationBean<Filter> securityOnlyForBrowsers(
      @Qualifier("springSecurityFilterChain") Filter springSecurityFilterChain) {
    var registration = new FilterRegistrationBean<>(springSecurityFilterChain);
    registration.setEnabled(false);
    return registration;
  }

  @Bean
  FilterRegistrationBean<SessionRepositoryFilter<?>> sessionsOnlyForBrowsers(
      SessionRepositoryFilter<?> springSessionRepositoryFilter) {
    var registration =
        new FilterRegistrationBean<SessionRepositoryFilter<?>>(springSessionRepositoryFilter);
    registration.setEnabled(false);
    return registration;
  }
}
