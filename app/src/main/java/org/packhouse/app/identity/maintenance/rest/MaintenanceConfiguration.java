package org.packhouse.app.identity.maintenance.rest;

import org.packhouse.app.identity.maintenance.MaintenanceMode;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.platform.rest.RestErrorWriter;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class MaintenanceConfiguration {

  private static final int AFTER_SECURITY = -50;

  @Bean
  FilterRegistrationBean<MaintenanceGate> maintenanceGate(
      NodeStatus node,
      MaintenanceMode mode,
      Permissions permissions,
      CurrentCaller caller,
      RestErrorWriter errors) {
    var registration =
        new FilterRegistrationBean<>(new MaintenanceGate(node, mode, permissions, caller, errors));
    registration.setOrder(AFTER_SECURITY);
    return registration;
  }
}
