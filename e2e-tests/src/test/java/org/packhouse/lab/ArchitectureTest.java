package org.packhouse.lab;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.lab.process.Ports;

/** Holds the load lab to the habits that the server's own ArchitectureTest holds the server to. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchitectureTest {

  private final JavaClasses imported =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.packhouse.lab");

  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.packhouse.(**)").should().beFreeOfCycles().check(imported);
  }

  @Test
  void packagesHaveAtMostFortyFiles() {
    Map<String, Long> files =
        imported.stream()
            .filter(it -> it.getEnclosingClass().isEmpty())
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    assertThat(files)
        .isNotEmpty()
        .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(40));
  }

  @Test
  void theLabUsesNothingOfWhatItMeasures() {
    noClasses()
        .should()
        .dependOnClassesThat(
            describe(
                "belong to the server or to Spring",
                type ->
                    type.getPackageName().startsWith("org.springframework.")
                        || (type.getPackageName().startsWith("org.packhouse.")
                            && !type.getPackageName().startsWith("org.packhouse.lab"))))
        .check(imported);
  }

  /** A vendor's package, and the packages below the lab's that may use it. */
  @ParameterizedTest
  @CsvSource({
    "org.apache.sshd.., git",
    "org.HdrHistogram.., load report worker",
    "io.zonky.., target",
    "org.eclipse.jgit.., jgit"
  })
  void vendorsAreKnownInTheirPackageOnly(String vendor, String users) {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            Arrays.stream(users.split(" "))
                .map(user -> "org.packhouse.lab." + user + "..")
                .toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(vendor)
        .check(imported);
  }

  @Test
  void staticStateNeverChanges() {
    fields().that().areStatic().should().beFinal().check(imported);
    noFields()
        .that()
        .areStatic()
        .and(
            describe(
                "are not the next port, which no two servers of one process may share",
                field -> !field.getOwner().isEquivalentTo(Ports.class)))
        .should()
        .haveRawType(
            describe(
                "that can change",
                type ->
                    (type.getPackageName().startsWith("java.util.concurrent")
                            && !type.isAssignableTo(Enum.class))
                        || type.isAssignableTo(ThreadLocal.class)
                        || ((type.isAssignableTo(Map.class)
                                || type.isAssignableTo(Collection.class))
                            && !type.isInterface())))
        .check(imported);
  }

  @Test
  void namesSayWhatAThingIs() {
    noClasses()
        .should()
        .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Impl|Misc)")
        .orShould()
        .resideInAnyPackage("..util..", "..utils..", "..helper..", "..impl..", "..common..")
        .check(imported);
  }

  @Test
  void theTimeIsAskedOfAClock() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(Lab.class)
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callMethod(Clock.class, "systemDefaultZone")
        .check(imported);
  }

  /** Of eight values in a row nobody sees which is which. */
  @Test
  void recordsOfMoreThanSevenComponentsAreMadeByName() {
    noClasses()
        .that()
        .haveSimpleNameNotEndingWith("Builder")
        .should()
        .callConstructorWhere(
            describe(
                "a record has more than seven components",
                call ->
                    call.getTargetOwner().isRecord()
                        && call.getTarget().getRawParameterTypes().size() > 7))
        .check(imported);
  }
}
