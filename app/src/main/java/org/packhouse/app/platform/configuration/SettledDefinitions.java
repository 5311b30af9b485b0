package org.packhouse.app.platform.configuration;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;

/**
 * Freezes the bean definitions once all are registered, so that Spring remembers beans by type. By
 * default it does so only after the web server, on which most beans hang.
 */
@Component
final class SettledDefinitions implements BeanFactoryPostProcessor, Ordered {

  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
  }

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    beans.freezeConfiguration();
  }
}
