package org.packhouse.app.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.RestOperations;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import tools.jackson.databind.JsonNode;

/** The OpenAPI document, and the page that shows it. */
class OpenApiTest {

  private static final Pattern VARIABLE = Pattern.compile("\\{[^}]+}");

  private final TestingServer server = TestingServer.shared();

  private JsonNode document() {
    return TestingRest.anonymous(server).get("/rest/openapi.json").json();
  }

  @Test
  void everybodyReadsIt() {
    TestingRest.Response response = TestingRest.anonymous(server).get("/rest/openapi.json");
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.response().headers().firstValue("Content-Type"))
        .contains("application/json;charset=UTF-8");
    assertThat(response.at("/openapi")).isEqualTo("3.1.0");
  }

  @Test
  void namesEveryOperationOnce() {
    Set<String> described = new TreeSet<>();
    document()
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .propertyNames()
                .forEach(method ->
                    described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
    Set<String> there =
        RestOperations.of(server).stream()
            .filter(operation -> operation.contains(" /rest/"))
            .filter(operation -> !operation.endsWith("/openapi.json"))
            .map(operation -> operation.replaceAll("\\{\\*?([^:}]+)(:[^/]*)?}", "{$1}"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(described).containsExactlyInAnyOrderElementsOf(there);
  }

  @Test
  void givesEveryOperationItsOwnId() {
    List<String> ids =
        document()
            .path("paths")
            .valueStream()
            .flatMap(JsonNode::valueStream)
            .map(operation -> operation.path("operationId").asString())
            .toList();
    assertThat(ids).doesNotHaveDuplicates().hasSizeGreaterThan(100);
  }

  @Test
  void pointsNowhereThatIsNot() {
    JsonNode document = document();
    assertThat(document.findValuesAsString("$ref"))
        .allSatisfy(reference ->
            assertThat(document.at(reference.substring(1)).isMissingNode())
                .describedAs(reference)
                .isFalse());
  }

  @Test
  void hasAParameterForEveryVariableOfAPath() {
    document()
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .forEach(operation -> {
                  Set<String> named =
                      operation
                          .path("parameters")
                          .valueStream()
                          .filter(parameter -> parameter.path("in").asString().equals("path"))
                          .map(parameter -> "{" + parameter.path("name").asString() + "}")
                          .collect(Collectors.toSet());
                  assertThat(VARIABLE.matcher(path.getKey()).results().map(MatchResult::group))
                      .describedAs(path.getKey())
                      .containsExactlyInAnyOrderElementsOf(named);
                }));
  }

  @Test
  void tellsWhatIsAlwaysThereAndWhatMayBeNull() {
    JsonNode schemas = document().path("components").path("schemas");
    assertThat(schemas.at("/User/required").valueStream().map(JsonNode::asString))
        .contains("name", "slug", "displayName", "emailAddress")
        .doesNotContain("avatarUrl");
    assertThat(schemas.at("/Tag/properties/hash/type").valueStream().map(JsonNode::asString))
        .containsExactlyInAnyOrder("string", "null");
  }

  @Test
  void boundsTheParametersOfPages() {
    JsonNode limit =
        document()
            .at("/paths/~1rest~1api~1latest~1repos/get/parameters")
            .valueStream()
            .filter(parameter -> parameter.path("name").asString().equals("limit"))
            .findFirst()
            .orElseThrow()
            .path("schema");
    assertThat(limit.path("type").asString()).isEqualTo("integer");
    assertThat(limit.path("minimum").asInt()).isEqualTo(1);
    assertThat(limit.path("default").asInt()).isEqualTo(25);
  }

  @Test
  void callsNoPictureJson() {
    JsonNode content =
        document()
            .at("/paths/~1rest~1api~1latest~1users~1{userSlug}~1avatar.png/get/responses/200")
            .path("content");
    assertThat(content.propertyNames()).isNotEmpty().doesNotContain("application/json");
  }

  @Test
  void namesBothWaysToSignIn() {
    assertThat(document().at("/components/securitySchemes").findValuesAsString("scheme"))
        .containsExactlyInAnyOrder("basic", "bearer");
  }

  @Test
  void thePageFindsOperationsByWords() {
    String all = page("");
    assertThat(all).contains("/rest/api/latest/users", "/rest/ssh/latest/keys");
    String some = page("?filter=KEYS+delete");
    assertThat(some).contains("/rest/ssh/latest/keys").doesNotContain("/rest/api/latest/users");
    assertThat(page("?filter=%3Cscript%3E")).contains("No operation has all of these words");
  }

  private String page(String query) {
    TestingRest.Response response = TestingRest.anonymous(server).get("/help/rest" + query);
    assertThat(response.status()).isEqualTo(200);
    return Objects.requireNonNull(response.response().body());
  }

  @Test
  void namesTheStatusesOfConflictsOfOtherBodiesAndOfNothing() {
    JsonNode paths = document().path("paths");
    String repository = "/rest/api/latest/projects/{projectKey}/repos/{repositorySlug}";
    assertThat(paths.path(repository + "/watch").path("post").path("responses").propertyNames())
        .contains("204", "409")
        .doesNotContain("200", "415");
    JsonNode reset = paths.path("/rest/api/latest/admin/mail-server/sender-address").path("put");
    assertThat(reset.path("responses").propertyNames()).contains("200", "409", "415");
    assertThat(reset.at("/requestBody/content/application~1json/schema/type").asString())
        .isEqualTo("string");
  }

  @Test
  void bodiesInOtherFormatsAreRefused() {
    for (String type : List.of("application/yaml", "application/xml")) {
      TestingRest.Response refused = TestingRest.admin(server).sendAs("PUT", "users", type, "a: b");
      assertThat(refused.status()).describedAs(type).isEqualTo(415);
      assertThat(refused.message()).contains(type, "it must be application/json");
    }
  }
}
