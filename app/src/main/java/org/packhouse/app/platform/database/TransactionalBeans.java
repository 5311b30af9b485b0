package org.packhouse.app.platform.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ClassFilter;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.stereotype.Component;
import org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor;
import org.springframework.util.ClassUtils;

/** Limits Spring's search for transactional methods to {@link TransactionalClasses}. */
@Component
final class TransactionalBeans implements BeanPostProcessor, PriorityOrdered {

  private static final String OURS = "org.packhouse.";

  /** Before the proxy creator, which reads what is changed here. */
  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof BeanFactoryTransactionAttributeSourceAdvisor advisor
        && AotDetector.useGeneratedArtifacts()) {
      Set<String> names = names();
      if (names != null) {
        ClassFilter all = advisor.getPointcut().getClassFilter();
        advisor.setClassFilter(type -> mayHaveAny(type, names) && all.matches(type));
      }
    }
    return bean;
  }

  static boolean mayHaveAny(Class<?> type, Set<String> names) {
    return !type.getName().startsWith(OURS)
        || type.isHidden()
        || Proxy.isProxyClass(type)
        || names.contains(ClassUtils.getUserClass(type).getName());
  }

  private static @Nullable Set<String> names() {
    ClassLoader loader = TransactionalBeans.class.getClassLoader();
    try (InputStream file = loader.getResourceAsStream(TransactionalClasses.FILE)) {
      return file == null
          ? null
          : new String(file.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
