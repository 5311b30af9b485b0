package org.packhouse.app.platform.rest;

import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Controller;

/**
 * Makes controllers lazy: each is made by the first request that it answers, with what it alone
 * needs, and not by a start. Paths are known without them. Where the build has written the
 * definitions of beans down, it has written this down as well.
 */
@Component
final class LazyControllers implements BeanFactoryPostProcessor, PriorityOrdered {

  /** Before the definitions are settled. */
  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    if (AotDetector.useGeneratedArtifacts()) {
      return;
    }
    for (String name : beans.getBeanDefinitionNames()) {
      if (beans.getBeanDefinition(name) instanceof AnnotatedBeanDefinition definition
          && definition.getMetadata().isAnnotated(Controller.class.getName())) {
        definition.setLazyInit(true);
      }
    }
    // Spring has remembered what the definitions said before, when it looked for this class.
    beans.clearMetadataCache();
  }
}
