package org.packhouse.app;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import jakarta.persistence.Entity;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevWalk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Lazy;
import org.springframework.data.repository.Repository;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.core.ModulithMetadata;

/**
 * Holds the directions and the habits of docs/architecture.md in place. The classes that it looks
 * at take 200 MB, which no static field may keep from the tests after it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchitectureTest {

  private final JavaClasses imported =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          // Those that the build has made for Spring are nobody's.
          .withImportOption(
              location -> !location.contains("__") && !location.contains("$$SpringCGLIB$$"))
          .importPackages("org.packhouse");

  @Test
  void modulesUseOnlyWhatOthersOffer() {
    new Modules().verify();
  }

  /** The modules of the server; those of {@link ApplicationModules#of} are kept for good. */
  private static final class Modules extends ApplicationModules {
    Modules() {
      super(
          ModulithMetadata.of(PackhouseServer.class),
          DescribedPredicate.alwaysFalse(),
          ImportOption.Predefined.DO_NOT_INCLUDE_TESTS);
    }
  }

  /** A class that is made with a store waits for Hibernate, which may wait for that class. */
  @Test
  void storesOfEntitiesAreInjectedLazily() {
    assertThat(
            imported.stream()
                .flatMap(type -> type.getConstructors().stream())
                .flatMap(constructor -> constructor.getParameters().stream())
                .filter(it -> it.getRawType().isAssignableTo(Repository.class)))
        .hasSizeGreaterThan(20)
        .allMatch(it -> it.isAnnotatedWith(Lazy.class));
  }

  @Test
  void objectsKnowRepositoriesByIdOnly() {
    noClasses()
        .that()
        .resideInAPackage("org.packhouse.app.storage.objects..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.packhouse.app.hosting.repository..", "org.packhouse.app.hosting.project..")
        .check(imported);
  }

  /** Whoever starts native git needs a ticket: there is one place that asks for it. */
  @Test
  void programsAreStartedInTheirPlaceOnly() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(GitProcesses.class)
        .and()
        .resideInAPackage("org.packhouse.app..")
        .and()
        .resideOutsideOfPackages(
            "org.packhouse.app.platform.database..", "org.packhouse.app.platform.localcluster..")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(ProcessBuilder.class)
        .orShould()
        .callMethodWhere(
            describe(
                "starts a program",
                call ->
                    call.getTargetOwner().isEquivalentTo(Runtime.class)
                        && call.getName().equals("exec")))
        .check(imported);
  }

  @Test
  void transportsDoNotKnowEachOther() {
    slices()
        .matching("org.packhouse.app.engine.(http|ssh)..")
        .should()
        .notDependOnEachOther()
        .check(imported);
    noClasses()
        .that()
        .resideInAnyPackage(
            "org.packhouse.app.engine.connector..", "org.packhouse.app.engine.admission..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.packhouse.app.engine.git..",
            "org.packhouse.app.engine.http..",
            "org.packhouse.app.engine.ssh..")
        .check(imported);
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
        .check(imported);
  }

  /** A vendor's package, and the packages below {@code org.packhouse} that may use it. */
  @ParameterizedTest
  @CsvSource({
    "com.hazelcast.., cluster.hazelcast",
    "org.apache.sshd.., app.engine.ssh app.identity.key",
    "io.netty.., app.engine.ssh app.platform.localcluster",
    "org.apache.catalina.., app.engine.admission app.engine.connector app.engine.http",
    "org.apache.coyote.., app.engine.admission app.engine.connector app.engine.http",
    "org.apache.tomcat.., app.engine.admission app.engine.connector",
    "org.apache.commons.fileupload2.., app.platform.rest",
    "org.apache.commons.compress.., app.platform.database",
    "org.springframework.boot.tomcat.., app.engine.connector app.engine.http",
    "org.flywaydb.., app.platform.database",
    "com.zaxxer.hikari.., app.platform.database app.storage.refs",
    "org.bouncycastle.., app.engine.ssh app.identity.key app.identity.signin app.engine.connector",
    "org.commonmark.., app.storage.content",
    "org.owasp.., app.storage.content",
    "org.thymeleaf.., app.web app.identity.mail",
    "org.fife.., app.source.highlight",
    "org.eclipse.jgit.., hooks app.storage.objects app.storage.pack app.storage.refs app.storage.diff app.engine.git app.source.commit app.source.changes app.storage.content app.source.branch app.source.browse app.source.sync app.source.merge app.hosting.fork app.upkeep.imports app.upkeep.housekeeping app.review.build app.review.pullrequest app.notice.webhook app.source.edit app.source.comment app.source.search app.source.overview"
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
        .check(imported);
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
        .check(imported);
  }

  @Test
  void staticStateNeverChanges() {
    fields().that().areStatic().should().beFinal().check(imported);
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
        .check(imported);
  }

  @Test
  void springDataInterfacesAreCalledStores() {
    classes()
        .that()
        .areAssignableTo(Repository.class)
        .should()
        .haveSimpleNameEndingWith("Store")
        .allowEmptyShould(true)
        .check(imported);
  }

  /** A row may refer to a row of another feature; nobody but such an entity sees that one. */
  @Test
  void entitiesStayInTheirPackage() {
    classes()
        .that()
        .areAnnotatedWith(Entity.class)
        .should(
            new ArchCondition<>("be used by their package and by other entities alone") {
              @Override
              public void check(JavaClass entity, ConditionEvents events) {
                for (Dependency use : entity.getDirectDependenciesToSelf()) {
                  JavaClass user = use.getOriginClass();
                  if (!user.getPackageName().equals(entity.getPackageName())
                      && !user.isAnnotatedWith(Entity.class)) {
                    events.add(SimpleConditionEvent.violated(entity, use.getDescription()));
                  }
                }
              }
            })
        .check(imported);
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

  @Test
  void namesSayWhatAThingIs() {
    noClasses()
        .should()
        .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Impl|Misc)")
        .orShould()
        .resideInAnyPackage("..util..", "..utils..", "..helper..", "..impl..", "..common..")
        .check(imported);
  }

  /** Others keep the names of fields that strangers send, for all. */
  @Test
  void mappersOfJsonAreMadeInOnePlace() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.packhouse.app.platform.json..")
        .and()
        .resideInAPackage("org.packhouse.app..")
        .should()
        .callMethodWhere(
            describe(
                "makes a mapper or a factory of parsers",
                call ->
                    List.of("shared", "builder").contains(call.getName())
                        && List.of("JsonMapper", "JsonFactory")
                            .contains(call.getTargetOwner().getSimpleName())))
        .orShould()
        .callConstructorWhere(
            describe(
                "makes a mapper or a factory of parsers",
                call ->
                    call.getTargetOwner()
                            .getName()
                            .startsWith("tools.jackson.core.json.JsonFactory")
                        || call.getTargetOwner().getSimpleName().equals("JsonMapper")
                        || call.getTargetOwner().getSimpleName().equals("ObjectMapper")))
        .check(imported);
  }

  /** What strangers ask for fills memory otherwise. */
  @Test
  void cachesHaveABound() {
    Set<String> bounded =
        imported.stream()
            .flatMap(type -> type.getCodeUnits().stream())
            .filter(unit -> calls(unit, "maximumSize") || calls(unit, "maximumWeight"))
            .map(unit -> unit.getFullName())
            .collect(Collectors.toSet());
    assertThat(
            imported.stream()
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(unit -> !unit.getOwner().getPackageName().endsWith("platform.cache"))
                .filter(unit -> calls(unit, "build") || makesListedCache(unit))
                .map(unit -> unit.getFullName())
                .filter(unit -> !bounded.contains(unit)))
        // by identity of what is alive anyhow
        .allMatch(unit -> unit.startsWith("org.packhouse.app.source.branch.RefLists.<init>"));
  }

  private static boolean makesListedCache(JavaCodeUnit unit) {
    return unit.getMethodCallsFromSelf().stream()
        .anyMatch(call ->
            call.getTargetOwner().isEquivalentTo(Caches.class)
                && call.getTarget().getRawParameterTypes().stream()
                    .anyMatch(type -> type.isEquivalentTo(Caffeine.class)));
  }

  private static boolean calls(JavaCodeUnit unit, String method) {
    return unit.getMethodCallsFromSelf().stream()
        .anyMatch(call ->
            call.getTargetOwner().isEquivalentTo(Caffeine.class) && call.getName().equals(method));
  }

  @Test
  void nothingIsInterned() {
    noClasses().should().callMethod(String.class, "intern").check(imported);
  }

  @Test
  void theTimeIsAskedOfAClock() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("org.packhouse.app.platform.database.DatabaseConfiguration")
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

  /** JGit fails on dates that git takes, and returns null where there is no address. */
  @Test
  void authorsAndTheirDatesAreReadInOnePlace() {
    noClasses()
        .should()
        .callMethod(RevCommit.class, "getAuthorIdent")
        .orShould()
        .callMethod(RevCommit.class, "getCommitterIdent")
        .orShould()
        .callMethod(RevTag.class, "getTaggerIdent")
        .check(imported);
  }

  /** Other walks keep what each commit says, and a history says more than there is memory for. */
  @Test
  void walksKeepNoBodiesOfCommits() {
    noClasses()
        .that()
        .areNotAssignableFrom(HistoryWalk.class)
        .should()
        .callConstructor(RevWalk.class, org.eclipse.jgit.lib.Repository.class)
        .orShould()
        .callConstructor(RevWalk.class, ObjectReader.class)
        .check(imported);
  }
}
