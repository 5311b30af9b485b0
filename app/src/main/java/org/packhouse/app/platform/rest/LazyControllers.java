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
 * Makes controllers lazy: each is created by the first request that it answers. A build with bean
 * definitions ({@code process-aot}) writes the laziness into them.
 */
@Component
final class LazyControllers implements BeanFactoryPostProcessor, PriorityOrdered {

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
    // Spring has cached the merged definitions when it looked for this class.
    beans.clearMetadataCache();
  }
}
