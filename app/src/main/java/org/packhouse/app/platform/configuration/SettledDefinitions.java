package org.packhouse.app.platform.configuration;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;

/**
 * Tells Spring that no definition of a bean comes after those that are there, once all that define
 * beans have run. It then remembers which beans are of a type. By itself it does so only after the
 * web server has been made, on which most beans hang: for each of what they ask for it would look
 * at all definitions.
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
