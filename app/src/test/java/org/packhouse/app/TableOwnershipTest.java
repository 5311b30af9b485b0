package org.packhouse.app;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Cacheable;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Entity;
import jakarta.persistence.JoinTable;
import jakarta.persistence.Table;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.reflect.Field;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.cluster.postgresql.PostgresLeases;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Compares the owner of each table, which is the comment on it in the database, with the features
 * (and the library that keeps leases) whose classes name it in their statements or map it to an
 * entity.
 */
class TableOwnershipTest {

  /** The one statement of each Git request, which reads tables of several features on purpose. */
  private static final String ONE_STATEMENT_CHECK = "identity.signin.CredentialLookup";

  /**
   * The one foreign read that shall stay: each push locks its repository's ref version and learns
   * in the same statement whether the repository is archived or in the trash. Asked of the owner
   * before or after, it would be a second statement under the lock of every push.
   */
  private static final Set<String> FOREIGN = Set.of("storage.refs.move.RefRows reads repository");

  private static final String WRITES = "(?<write>insert into|update|delete from|truncate)";
  private static final String READS = "(?:from|join|using|lock table)";

  /** A keyword and the name that follows it; \1 stands for what a concatenation puts there. */
  private static final Pattern NAMED =
      Pattern.compile("\\b(?:%s|%s)\\s+(?:only\\s+)?([a-z_]+|\1|%%s)".formatted(WRITES, READS));

  private static final Pattern LISTED =
      Pattern.compile(
          "\\bfrom\\s+[a-z_]+(?:\\s+[a-z]\\w*)?((?:\\s*,\\s*[a-z_]+(?:\\s+[a-z]\\w*)?)+)");

  private static final Pattern STATEMENT =
      Pattern.compile("^from\\b|\\b(select|insert into|update|delete from|join|exists|where)\\b");

  private static Map<String, String> owners = Map.of();
  private static final Map<String, Set<String>> USES = new TreeMap<>();

  @BeforeAll
  static void readTheOwnersAndTheClasses() throws IOException, URISyntaxException {
    owners = owners();
    Path classes =
        Path.of(PackhouseServer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(classes.resolve("org/packhouse/app"))) {
      for (Path file : files.filter(it -> it.toString().endsWith(".class")).toList()) {
        read(ClassFile.of().parse(file));
      }
    }
    try (InputStream library =
        PostgresLeases.class.getResourceAsStream(PostgresLeases.class.getSimpleName() + ".class")) {
      read(ClassFile.of().parse(Objects.requireNonNull(library).readAllBytes()));
    }
  }

  @Test
  void everyTableHasAnOwnerThatExists() {
    assertThat(owners).hasSizeGreaterThan(40).doesNotContainValue("");
    owners.forEach((table, owner) ->
        assertThat(owner(owner)).as("Feature %s, the owner of %s", owner, table).isNotNull());
  }

  private static @Nullable URL owner(String name) {
    String place = name.replace('.', '/');
    URL feature = PackhouseServer.class.getResource(place);
    return feature == null ? PackhouseServer.class.getResource("/org/packhouse/" + place) : feature;
  }

  @Test
  void onlyItsOwnerNamesATable() {
    Set<String> foreign = new TreeSet<>();
    USES.forEach((type, uses) -> {
      for (String use : uses) {
        String owner = owners.get(use.substring(use.indexOf(' ') + 1));
        if (owner != null && !type.startsWith(owner + ".") && !type.equals(ONE_STATEMENT_CHECK)) {
          foreign.add(type + " " + use);
        }
      }
    });
    assertThat(foreign).containsExactlyInAnyOrderElementsOf(FOREIGN);
  }

  /**
   * What is cached would not be voided: changes and deletions go through Hibernate, those of
   * repositories too.
   */
  @Test
  void noCachedTableIsWrittenPastHibernate() {
    Map<String, String> entities =
        Map.of(
            "users", "identity.user.UserEntity",
            "groups", "identity.user.GroupEntity",
            "project", "hosting.project.ProjectEntity",
            "repository", "hosting.repository.RepositoryEntity");
    entities.forEach((table, entity) -> {
      List<String> writers =
          USES.entrySet().stream()
              .filter(uses -> uses.getValue().contains("writes " + table))
              .map(Map.Entry::getKey)
              .toList();
      assertThat(writers).as(table).containsExactly(entity);
    });
  }

  @Test
  void everyCachedEntityIsOneOfThese() {
    assertThat(USES.keySet().stream().filter(type -> type.endsWith("Entity")))
        .filteredOn(TableOwnershipTest::isCached)
        .containsExactlyInAnyOrder(
            "identity.user.UserEntity",
            "identity.user.GroupEntity",
            "hosting.project.ProjectEntity");
  }

  private static boolean isCached(String type) {
    try {
      return Class.forName("org.packhouse.app." + type).isAnnotationPresent(Cacheable.class);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void everyStatementNamesItsTables() {
    List<String> hidden = new ArrayList<>();
    USES.forEach((type, uses) ->
        uses.stream().filter(use -> use.endsWith(" ?")).forEach(_ -> hidden.add(type)));
    assertThat(hidden).isEmpty();
  }

  @Test
  void findsTheTablesOfStatementsAndEntities() {
    assertThat(USES.get("hosting.project.ProjectEntity")).contains("writes project");
    assertThat(USES.get("storage.refs.move.RefRows"))
        .contains("writes ref_move", "reads ref_move", "writes pending_ref_update");
    assertThat(USES.get("cluster.postgresql.PostgresLeases")).contains("writes lease");
    assertThat(USES.get(ONE_STATEMENT_CHECK))
        .contains("reads permission_stamp", "reads repository_version", "reads ssh_key")
        .noneMatch(use -> use.startsWith("writes"));
    assertThat(usesIn("select a.x from ssh_key a, users u, lateral f(a) where a.id = u.id"))
        .containsExactlyInAnyOrder("reads ssh_key", "reads users");
    assertThat(usesIn("insert into pool (id) select id from repository for update of repository"))
        .containsExactlyInAnyOrder("writes pool", "reads repository");
    assertThat(usesIn("delete from \1 where user_id = ?")).containsExactly("writes ?");
    assertThat(usesIn("The branch came from project X, and goes to users")).isEmpty();
  }

  private static Map<String, String> owners() {
    String url = TestingDatabase.create();
    Flyway.configure()
        .configuration(TestingDatabase.FLYWAY)
        .dataSource(url, "postgres", "")
        .load()
        .migrate();
    Map<String, String> owners = new HashMap<>();
    JdbcClient.create(new DriverManagerDataSource(url, "postgres", ""))
        .sql(
            """
            select relname, coalesce(obj_description(oid, 'pg_class'), '') from pg_class
             where relkind = 'r' and relnamespace = 'public'::regnamespace
               and relname <> 'flyway_schema_history'
            """)
        .query(row -> {
          owners.put(row.getString(1), row.getString(2));
        });
    return owners;
  }

  private static void read(ClassModel model) {
    String name = model.thisClass().asInternalName().replace('/', '.');
    String type = name.replaceFirst("^org\\.packhouse\\.(app\\.)?", "").replaceFirst("\\$.*", "");
    Set<String> uses = new TreeSet<>();
    model
        .constantPool()
        .forEach(entry -> {
          if (entry instanceof Utf8Entry text) {
            uses.addAll(usesIn(text.stringValue()));
          }
        });
    uses.addAll(mappedBy(name));
    if (!uses.isEmpty()) {
      USES.computeIfAbsent(type, _ -> new TreeSet<>()).addAll(uses);
    }
  }

  /** The tables that a text names, if it is a statement or a part of one. */
  private static Set<String> usesIn(String text) {
    Set<String> uses = new TreeSet<>();
    if (STATEMENT.matcher(text).find()) {
      Matcher named = NAMED.matcher(text);
      while (named.find()) {
        add(uses, named.group("write") == null ? "reads " : "writes ", named.group(2));
      }
      LISTED
          .matcher(text)
          .results()
          .forEach(list -> {
            for (String item : list.group(1).split(",", -1)) {
              add(uses, "reads ", item.strip().replaceFirst("\\s.*", ""));
            }
          });
    }
    return uses;
  }

  private static void add(Set<String> uses, String kind, String name) {
    if (owners.containsKey(name)) {
      uses.add(kind + name);
    } else if (name.equals("\1") || name.equals("%s")) {
      uses.add(kind + "?");
    }
  }

  private static Set<String> mappedBy(String className) {
    Class<?> type;
    try {
      type = Class.forName(className, false, TableOwnershipTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
    Set<String> uses = new TreeSet<>();
    if (type.isAnnotationPresent(Entity.class)) {
      uses.add("writes " + type.getAnnotation(Table.class).name());
      for (Field field : type.getDeclaredFields()) {
        if (field.isAnnotationPresent(CollectionTable.class)) {
          uses.add("writes " + field.getAnnotation(CollectionTable.class).name());
        }
        if (field.isAnnotationPresent(JoinTable.class)) {
          uses.add("writes " + field.getAnnotation(JoinTable.class).name());
        }
      }
    }
    return uses;
  }
}
