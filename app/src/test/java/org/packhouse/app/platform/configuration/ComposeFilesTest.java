package org.packhouse.app.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files for Docker Compose, read as it reads them, beside what the server knows. */
class ComposeFilesTest {

  private static final Path DIRECTORY = Path.of("../docker");
  private static final String CLUSTER = "compose.cluster.yaml";

  @ParameterizedTest
  @ValueSource(strings = {"compose.yaml", CLUSTER})
  void giveServersVariablesThatNameSettings(String file) throws IOException {
    Set<String> known =
        KnownSettings.find().keys().stream()
            .flatMap(key -> key.variables().stream())
            .collect(Collectors.toSet());
    List<Map<String, Object>> servers = servers(read(file));
    assertThat(servers)
        .isNotEmpty()
        .allSatisfy(server -> assertThat(known).containsAll(map(server, "environment").keySet()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"compose.yaml", CLUSTER})
  void nameNothingThatIsNotThere(String file) throws IOException {
    Map<String, Object> compose = read(file);
    Map<String, Object> services = map(compose, "services");
    assertThat(services.values())
        .allSatisfy(each -> {
          Map<String, Object> service = cast(each);
          assertThat(services.keySet()).containsAll(names(service.get("depends_on")));
          assertThat(map(compose, "networks").keySet()).containsAll(names(service.get("networks")));
          if (service.get("depends_on") instanceof Map<?, ?> conditions) {
            assertThat(conditions.keySet())
                .allSatisfy(dependency ->
                    assertThat(map(services, String.valueOf(dependency)))
                        .containsKey("healthcheck"));
          }
          for (String volume : names(service.get("volumes"))) {
            String source = volume.substring(0, volume.indexOf(':'));
            if (source.startsWith(".")) {
              assertThat(DIRECTORY.resolve(source)).isRegularFile();
            } else {
              assertThat(map(compose, "volumes")).containsKey(source);
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"compose.yaml", CLUSTER})
  void buildServersFromTheImageFileAndReachTheDatabaseByItsName(String file) throws IOException {
    Map<String, Object> services = map(read(file), "services");
    assertThat(servers(read(file)))
        .isNotEmpty()
        .allSatisfy(server -> {
          Map<String, Object> build = map(server, "build");
          assertThat(DIRECTORY.resolve(text(build, "context")).resolve(text(build, "dockerfile")))
              .isRegularFile();
          String url = text(map(server, "environment"), "JDBC_URL");
          URI database = URI.create(url.substring("jdbc:".length()));
          Map<String, Object> named = map(services, database.getHost());
          assertThat(database.getPath())
              .isEqualTo("/" + text(map(named, "environment"), "POSTGRES_DB"));
          assertThat(text(map(server, "environment"), "JDBC_USER"))
              .isEqualTo(text(map(named, "environment"), "POSTGRES_USER"));
        });
  }

  @Test
  void nodesOfTheClusterDifferByNameAndAreMembersAndBackends() throws IOException {
    Map<String, Object> services = map(read(CLUSTER), "services");
    String balancer = Files.readString(DIRECTORY.resolve("haproxy.cluster.cfg"));
    Set<String> nodes =
        services.keySet().stream()
            .filter(name -> map(services, name).containsKey("build"))
            .collect(Collectors.toSet());
    assertThat(nodes)
        .hasSize(3)
        .allSatisfy(name -> {
          Map<String, Object> environment = map(map(services, name), "environment");
          assertThat(text(map(services, name), "hostname")).isEqualTo(name);
          assertThat(text(environment, "NODE_NAME")).isEqualTo(name);
          assertThat(text(environment, "HAZELCAST_NETWORK_TCPIP_MEMBERS").split(",", -1))
              .containsExactlyInAnyOrderElementsOf(nodes);
          assertThat(balancer.split("  server " + name + " " + name + ":7990\n", -1)).hasSize(3);
          assertThat(balancer.split("  server " + name + " " + name + ":7999\n", -1)).hasSize(2);
        });
  }

  @Test
  void nodesOfTheClusterTrustTheBalancerAloneAndMountTheFileServer() throws IOException {
    Map<String, Object> compose = read(CLUSTER);
    String balancer = address(compose, "balancer");
    assertThat(servers(compose))
        .allSatisfy(server -> {
          Map<String, Object> environment = map(server, "environment");
          assertThat(environment)
              .containsEntry("SERVER_TRUSTED_PROXIES", balancer)
              .containsEntry("SERVER_SSH_PROXY_PROTOCOL_TRUSTED", balancer);
          assertThat(names(server.get("volumes")))
              .contains("shared:" + text(environment, "PACKHOUSE_SHARED_HOME"));
        });
    Map<String, Object> mount = map(map(map(compose, "volumes"), "shared"), "driver_opts");
    assertThat(text(mount, "o").split(",", -1)).contains("addr=" + address(compose, "nfs"));
  }

  private static Map<String, Object> read(String file) throws IOException {
    try (Reader text = Files.newBufferedReader(DIRECTORY.resolve(file))) {
      return cast(new Yaml(new SafeConstructor(new LoaderOptions())).load(text));
    }
  }

  private static List<Map<String, Object>> servers(Map<String, Object> compose) {
    return map(compose, "services").values().stream()
        .map(ComposeFilesTest::cast)
        .filter(service -> service.containsKey("build"))
        .toList();
  }

  private static String address(Map<String, Object> compose, String service) {
    Map<String, Object> networks = map(map(map(compose, "services"), service), "networks");
    return text(map(networks, "packhouse"), "ipv4_address");
  }

  /** Compose takes a list of names, or a map by name. */
  private static List<String> names(@Nullable Object listOrMap) {
    Collection<?> names =
        switch (listOrMap) {
          case null -> List.of();
          case Map<?, ?> map -> map.keySet();
          case Collection<?> list -> list;
          default -> throw new AssertionError("Neither a list nor a map: " + listOrMap);
        };
    return names.stream().map(String::valueOf).toList();
  }

  private static Map<String, Object> map(Map<String, Object> of, String key) {
    Object found = of.get(key);
    return found == null ? Map.of() : cast(found);
  }

  private static String text(Map<String, Object> of, String key) {
    return String.valueOf(Objects.requireNonNull(of.get(key), key));
  }

  /** Values may be null: a volume that has no options is written so. */
  private static Map<String, Object> cast(Object map) {
    Map<String, Object> cast = new LinkedHashMap<>();
    ((Map<?, ?>) map).forEach((key, value) -> cast.put(String.valueOf(key), value));
    return cast;
  }
}
