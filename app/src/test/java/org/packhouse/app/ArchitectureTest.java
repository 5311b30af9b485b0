package org.packhouse.app;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import jakarta.persistence.Entity;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.data.repository.Repository;
import org.springframework.modulith.core.ApplicationModules;

/** Holds the directions and the habits of docs/architecture.md in place. */
class ArchitectureTest {

  /** Every feature package; each may use those before it and none after it. */
  private static final List<String> FEATURES =
      List.of(
          "rest",
          "configuration",
          "node",
          "database",
          "throttle",
          "outbox",
          "user",
          "permission",
          "auth",
          "audit",
          "setup",
          "maintenance",
          "avatar",
          "project",
          "objects",
          "repository",
          "label",
          "recent",
          "administration",
          "dialect",
          "refs",
          "diff",
          "git",
          "http",
          "ssh",
          "people",
          "content",
          "commit",
          "comment",
          "edit",
          "branch",
          "browse",
          "fork",
          "pullrequest",
          "imports",
          "housekeeping",
          "openapi",
          "web");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.packhouse");

  @Test
  void modulesUseOnlyWhatOthersOffer() {
    ApplicationModules.of(PackhouseServer.class).verify();
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.packhouse.app.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void everyFeatureHasItsPlaceInTheOrder() {
    classes()
        .that()
        .resideInAPackage("org.packhouse.app.*..")
        .should()
        .resideInAnyPackage(
            FEATURES.stream()
                .map(feature -> "org.packhouse.app." + feature + "..")
                .toArray(String[]::new))
        .check(CLASSES);
  }

  @Test
  void featuresUseOnlyThoseBelowThem() {
    for (int i = 0; i < FEATURES.size() - 1; i++) {
      noClasses()
          .that()
          .resideInAPackage("org.packhouse.app." + FEATURES.get(i) + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              FEATURES.subList(i + 1, FEATURES.size()).stream()
                  .map(feature -> "org.packhouse.app." + feature + "..")
                  .toArray(String[]::new))
          .allowEmptyShould(true)
          .check(CLASSES);
    }
  }

  @Test
  void objectsKnowRepositoriesByIdOnly() {
    noClasses()
        .that()
        .resideInAPackage("org.packhouse.app.objects..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.packhouse.app.repository..", "org.packhouse.app.project..")
        .check(CLASSES);
  }

  @Test
  void transportsDoNotKnowEachOther() {
    noClasses()
        .that()
        .resideInAPackage("org.packhouse.app.ssh..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.packhouse.app.http..")
        .check(CLASSES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cluster", "scmcache", "hooks"})
  void librariesKnowNeitherSpringNorTheServerNorEachOther(String library) {
    String home = "org.packhouse." + library + "..";
    noClasses()
        .that()
        .resideInAPackage(home)
        .should()
        .dependOnClassesThat(
            describe(
                "belong to Spring or to another part of Packhouse",
                (JavaClass type) ->
                    type.getPackageName().startsWith("org.springframework.")
                        || (type.getPackageName().startsWith("org.packhouse.")
                            && !resideInAPackage(home).test(type))))
        .check(CLASSES);
  }

  /** A vendor's package, and the packages below {@code org.packhouse} that may use it. */
  @ParameterizedTest
  @CsvSource({
    "com.hazelcast.., cluster.hazelcast",
    "org.apache.sshd.., app.ssh app.auth",
    "io.netty.., app.ssh",
    "org.apache.catalina.., app.http",
    "org.apache.coyote.., app.http",
    "org.apache.tomcat.., app.http app.rest",
    "org.springframework.boot.tomcat.., app.http",
    "io.zonky.., app.database",
    "org.flywaydb.., app.database",
    "com.zaxxer.hikari.., app.database app.refs",
    "org.bouncycastle.., app.ssh app.auth app.http",
    "org.commonmark.., app.content",
    "org.owasp.., app.content",
    "org.springdoc.., app.openapi",
    "io.swagger.., app.openapi",
    "org.thymeleaf.., app.web",
    "org.eclipse.jgit.., hooks app.objects app.refs app.diff app.git app.commit app.content app.branch app.browse app.fork app.imports app.housekeeping app.edit app.comment"
  })
  void vendorsAreKnownInTheirPackageOnly(String vendor, String users) {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            List.of(users.split(" ")).stream()
                .map(user -> "org.packhouse." + user + "..")
                .toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(vendor)
        .check(CLASSES);
  }

  @Test
  void nothingIsInjectedIntoFields() {
    noFields()
        .should()
        .beAnnotatedWith(Autowired.class)
        .orShould()
        .beAnnotatedWith(Value.class)
        .orShould()
        .beAnnotatedWith("jakarta.inject.Inject")
        .orShould()
        .beAnnotatedWith("jakarta.annotation.Resource")
        .check(CLASSES);
  }

  @Test
  void staticStateNeverChanges() {
    fields().that().areStatic().should().beFinal().check(CLASSES);
    noFields()
        .that()
        .areStatic()
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
        .check(CLASSES);
  }

  @Test
  void springDataInterfacesAreCalledStores() {
    classes()
        .that()
        .areAssignableTo(Repository.class)
        .should()
        .haveSimpleNameEndingWith("Store")
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void entitiesStayInTheirPackage() {
    noClasses()
        .that()
        .areAnnotatedWith(Entity.class)
        .should()
        .bePublic()
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void settingsAreRecords() {
    classes()
        .that()
        .areAnnotatedWith(ConfigurationProperties.class)
        .should()
        .beRecords()
        .andShould()
        .haveSimpleNameEndingWith("Settings")
        .check(CLASSES);
  }

  @Test
  void namesSayWhatAThingIs() {
    noClasses()
        .should()
        .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Impl|Misc)")
        .orShould()
        .resideInAnyPackage("..util..", "..utils..", "..helper..", "..impl..", "..common..")
        .check(CLASSES);
  }

  @Test
  void theTimeIsAskedOfAClock() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(PackhouseServer.class, AdminCommand.class)
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callMethod(Clock.class, "systemDefaultZone")
        .check(CLASSES);
  }
}
