package org.packhouse.app.platform.database;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.core.type.classreading.SimpleMetadataReaderFactory;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.util.ClassUtils;

/** Lists transactional classes at build time: searching them took a tenth of a start. */
final class TransactionalClasses implements BeanFactoryInitializationAotProcessor {

  /** One class name per line. */
  static final String FILE = "META-INF/packhouse/transactional-classes";

  private static final String OURS = "classpath*:org/packhouse/**/*.class";

  @Override
  public BeanFactoryInitializationAotContribution processAheadOfTime(
      ConfigurableListableBeanFactory beans) {
    return (generation, _) ->
        generation
            .getGeneratedFiles()
            .addResourceFile(FILE, String.join("\n", found(resources())) + "\n");
  }

  static List<Resource> resources() {
    try {
      return List.of(new PathMatchingResourcePatternResolver().getResources(OURS));
    } catch (IOException e) {
      throw new IllegalStateException("Packhouse's own classes cannot be read", e);
    }
  }

  /** Returns the sorted names of classes that have or inherit the annotation. */
  static Set<String> found(Collection<Resource> classes) {
    MetadataReaderFactory reader = new SimpleMetadataReaderFactory();
    Set<String> found = new TreeSet<>();
    Map<String, Set<String>> parents = new HashMap<>();
    for (Resource file : classes) {
      AnnotationMetadata read = read(reader, file);
      if (read.getClassName().contains(ClassUtils.CGLIB_CLASS_SEPARATOR)) {
        // Proxies of an earlier build, which are looked up by their superclasses.
        continue;
      }
      Set<String> above = new HashSet<>(List.of(read.getInterfaceNames()));
      if (read.getSuperClassName() != null) {
        above.add(read.getSuperClassName());
      }
      parents.put(read.getClassName(), above);
      if (read.isAnnotated(Transactional.class.getName())
          || read.hasAnnotatedMethods(Transactional.class.getName())) {
        found.add(read.getClassName());
      }
    }
    boolean more = true;
    while (more) {
      more = false;
      for (Map.Entry<String, Set<String>> type : parents.entrySet()) {
        if (type.getValue().stream().anyMatch(found::contains)) {
          more |= found.add(type.getKey());
        }
      }
    }
    return found;
  }

  private static AnnotationMetadata read(MetadataReaderFactory reader, Resource file) {
    try {
      return reader.getMetadataReader(file).getAnnotationMetadata();
    } catch (IOException e) {
      throw new IllegalStateException("The class cannot be read: " + file, e);
    }
  }
}
