package org.packhouse.app;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Holds packages in their places: strata that use each other in one direction, no cycles, the wire
 * dialect at the edge, and no package that a person cannot take in.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LayoutTest {

  /** More than a person keeps in mind. */
  private static final int MAX_FILES = 40;

  /** The strata, from the ground up; each may use those before it and none after it. */
  private static final List<String> STRATA =
      List.of(
          "platform",
          "storage",
          "identity",
          "hosting",
          "engine",
          "source",
          "review",
          "upkeep",
          "notice",
          "web");

  private final JavaClasses imported =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          // Those that the build has made for Spring are nobody's.
          .withImportOption(
              location -> !location.contains("__") && !location.contains("$$SpringCGLIB$$"))
          .importPackages("org.packhouse");

  @Test
  void noPackageHasTooManyFiles() throws IOException {
    Map<String, Long> crowded;
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      crowded =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .collect(
                  Collectors.groupingBy(
                      file -> String.valueOf(file.getParent()), Collectors.counting()));
    }
    assertThat(crowded).hasSizeGreaterThan(100);
    crowded.values().removeIf(count -> count <= MAX_FILES);
    assertThat(crowded).isEmpty();
  }

  @Test
  void featuresHaveNoCycles() {
    slices().matching("org.packhouse.app.(*).(*)..").should().beFreeOfCycles().check(imported);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.packhouse.(**)").should().beFreeOfCycles().check(imported);
  }

  @Test
  void everyPackageLiesInAStratum() {
    classes()
        .that()
        .resideInAPackage("org.packhouse.app.*..")
        .should()
        .resideInAnyPackage(STRATA.stream().map(LayoutTest::packages).toArray(String[]::new))
        .check(imported);
  }

  @Test
  void strataUseOnlyThoseBelowThem() {
    for (int i = 0; i < STRATA.size() - 1; i++) {
      noClasses()
          .that()
          .resideInAPackage(packages(STRATA.get(i)))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              STRATA.subList(i + 1, STRATA.size()).stream()
                  .map(LayoutTest::packages)
                  .toArray(String[]::new))
          .check(imported);
    }
  }

  @Test
  void theMapOfTheStrataIsRight() throws IOException {
    Map<String, Set<String>> told = new LinkedHashMap<>();
    Matcher row =
        Pattern.compile("(?m)^\\| `([a-z]+)` \\| ([^|]*) \\|")
            .matcher(
                Files.readString(Path.of("../docs/architecture.md"))
                    .replaceFirst("(?s).*\n## Strata\n(.*?)\n## .*", "$1"));
    while (row.find()) {
      told.put(row.group(1), features(row.group(2)));
    }
    assertThat(List.copyOf(told.keySet())).isEqualTo(STRATA);
    assertThat(told).isEqualTo(features());
  }

  private static Set<String> features(String cell) {
    return Pattern.compile("`([a-z]+)`")
        .matcher(cell)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Map<String, Set<String>> features() {
    Map<String, Set<String>> features = new LinkedHashMap<>();
    for (String stratum : STRATA) {
      features.put(
          stratum,
          imported.stream()
              .map(type -> type.getPackageName() + ".")
              .filter(name -> name.startsWith("org.packhouse.app." + stratum + "."))
              .map(name -> name.split("\\.", -1)[4])
              .filter(name -> !name.isEmpty())
              .collect(Collectors.toCollection(TreeSet::new)));
    }
    return features;
  }

  private static String packages(String stratum) {
    return "org.packhouse.app." + stratum + "..";
  }

  /**
   * The domain refuses by {@code platform.refusal}; who writes HTTP turns that into the dialect.
   */
  @Test
  void theDialectIsSpokenAtTheEdgeOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "org.packhouse.app.platform.rest..",
            "org.packhouse.app.platform.openapi..",
            "org.packhouse.app.engine.admission..",
            "org.packhouse.app.engine.connector..",
            "org.packhouse.app.identity.signin..",
            "org.packhouse.app.identity.setup..",
            "org.packhouse.app.web..",
            "..rest..")
        .and()
        .haveNameNotMatching(".*(Controller|Response)")
        .should()
        .dependOnClassesThat(
            describe(
                "say how the dialect tells a refusal",
                type ->
                    type.getPackageName().equals("org.packhouse.app.platform.rest")
                        && Set.of(
                                "ExceptionName",
                                "Refusals",
                                "RestError",
                                "RestErrorWriter",
                                "RestException",
                                "RestFailure")
                            .contains(type.getSimpleName())))
        .check(imported);
    noClasses()
        .that()
        .resideInAnyPackage(
            "org.packhouse.app.storage..",
            "org.packhouse.app.source.merge..",
            "org.packhouse.app.engine.git.advertise..",
            "org.packhouse.app.engine.git.fetch..",
            "org.packhouse.app.engine.git.receive..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.packhouse.app.platform.rest..",
            "org.packhouse.app.web..",
            "org.springframework.web.bind..",
            "org.springframework.web.context..",
            "org.springframework.web.method..",
            "org.springframework.web.servlet..")
        .check(imported);
  }

  @Test
  void theDomainKnowsNoBodiesAndViews() {
    noClasses()
        .that()
        .resideOutsideOfPackages("..rest..", "org.packhouse.app.web..")
        .should()
        .dependOnClassesThat(
            describe(
                "are bodies or views of REST",
                type ->
                    (type.getPackageName() + ".").contains(".rest.")
                        && type.getSimpleName().matches(".*(Body|View)|RestPage")))
        .check(imported);
  }
}
