package org.packhouse.app.identity.setup;

import org.packhouse.app.platform.rest.RestErrorWriter;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SetupConfiguration {

  private static final int BEFORE_SECURITY = -150;

  @Bean
  FilterRegistrationBean<SetupGate> setupGate(SetupState state, RestErrorWriter errors) {
    var registration = new FilterRegistrationBean<>(new SetupGate(state, errors));
    registration.setOrder(BEFORE_SECURITY);
    return registration;
  }
}
