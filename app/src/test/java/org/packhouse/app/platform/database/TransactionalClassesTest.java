package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.Resource;
import org.springframework.core.type.classreading.SimpleMetadataReaderFactory;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

class TransactionalClassesTest {

  private static final AnnotationTransactionAttributeSource SPRING =
      new AnnotationTransactionAttributeSource(false);

  @Test
  void areThoseInWhichSpringFindsTransactions() throws Exception {
    List<Resource> all = TransactionalClasses.resources();
    Set<String> found = TransactionalClasses.found(all);
    List<String> missed = new ArrayList<>();
    int ofSpring = 0;
    for (Resource file : all) {
      Class<?> type = load(file);
      if (hasTransactions(type)) {
        ofSpring++;
        if (!TransactionalBeans.mayHaveAny(type, found)) {
          missed.add(type.getName());
        }
      }
    }
    assertThat(missed).isEmpty();
    assertThat(ofSpring).isGreaterThan(50);
    assertThat(found).hasSizeLessThan(2 * ofSpring);
  }

  @Test
  void areThoseThatInheritThemToo() throws Exception {
    assertThat(TransactionalClasses.found(TransactionalClasses.resources()))
        .contains(Annotated.class.getName(), Heir.class.getName(), Promised.class.getName())
        .doesNotContain(getClass().getName());
    assertThat(hasTransactions(Heir.class)).isTrue();
    assertThat(hasTransactions(Promised.class)).isTrue();
  }

  private static boolean hasTransactions(Class<?> type) {
    for (Method method : ReflectionUtils.getAllDeclaredMethods(type)) {
      if (SPRING.hasTransactionAttribute(method, type)) {
        return true;
      }
    }
    return false;
  }

  private static Class<?> load(Resource file) throws IOException, ClassNotFoundException {
    String name =
        new SimpleMetadataReaderFactory().getMetadataReader(file).getClassMetadata().getClassName();
    return ClassUtils.forName(name, TransactionalClassesTest.class.getClassLoader());
  }

  static class Annotated {

    @Transactional
    public void write() {}
  }

  static class Heir extends Annotated {}

  @Transactional
  interface Promise {
    void keep();
  }

  static class Promised implements Promise {

    @Override
    public void keep() {}
  }
}
