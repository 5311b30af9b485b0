package org.packhouse.app.platform.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.engine.connector.EncodedSlashes;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The dialect on a small server of its own: no database, no sign-in. */
class RestDialectTest {

  private static final String PROFILE = "dialect-test";

  @Profile(PROFILE)
  @RestController
  @RequestMapping(RestPaths.API + "/probe")
  static class Probe {

    record Body(@Nullable String name, @Nullable Integer count, @Nullable Body inner) {}

    record Echo(String name, Instant date) {}

    @GetMapping("/page")
    Page<Integer> page(PageRequest request) {
      return Page.ofAll(request, List.of(1, 2, 3));
    }

    @GetMapping("/segment/{name}/end")
    Echo segment(@PathVariable String name) {
      return new Echo(name, Instant.ofEpochMilli(1_700_000_000_123L));
    }

    @GetMapping("/rest/{*path}")
    Map<String, String> rest(@PathVariable String path) {
      return Map.of("path", path);
    }

    @GetMapping("/number")
    int number(@RequestParam int value) {
      return value;
    }

    @PostMapping("/body")
    Body body(@RequestBody Body body) {
      return body;
    }

    @PostMapping("/form")
    Map<String, String> form() {
      return Map.of("state", "done");
    }

    @GetMapping("/refused")
    void refused() {
      throw new RestException(409, ExceptionName.INTEGRITY, "It has repositories.");
    }

    @GetMapping("/broken")
    void broken() {
      throw new IllegalStateException("a secret of the server");
    }
  }

  @Profile(PROFILE)
  @ComponentScan(basePackageClasses = RestConfiguration.class)
  @Import({EncodedSlashes.class, RequestMemory.class})
  @ImportAutoConfiguration({
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    ErrorMvcAutoConfiguration.class
  })
  static class Server {

    /** As the connectors of the whole server have it. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> encodedSlashes() {
      return factory ->
          factory.addConnectorCustomizers(
              connector -> connector.setEncodedSolidusHandling("passthrough"));
    }
  }

  private static ConfigurableApplicationContext context;
  private static HttpClient client;

  @BeforeAll
  static void start() {
    SpringApplication application = new SpringApplication(Server.class);
    application.setAdditionalProfiles(PROFILE);
    application.setRegisterShutdownHook(false);
    application.setDefaultProperties(Map.of("server.servlet.context-path", "/ctx"));
    context = application.run("--server.port=0");
    client = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stop() {
    client.close();
    context.close();
  }

  private static HttpResponse<String> get(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  private static HttpResponse<String> post(String path, String type, String body, String... more) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (more.length > 0) {
      request.headers(more);
    }
    return send(request.build());
  }

  private static URI uri(String path) {
    String port = context.getEnvironment().getRequiredProperty("local.server.port");
    return URI.create("http://localhost:" + port + "/ctx" + path);
  }

  private static HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertJson(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type"))
        .contains("application/json;charset=UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "latest"})
  void answersUnderBothVersions(String version) {
    var response = get("/rest/api/" + version + "/probe/page?limit=2");
    assertJson(response, 200);
    assertThat(response.body())
        .isEqualTo(
            "{\"size\":2,\"limit\":2,\"isLastPage\":false,\"values\":[1,2],\"start\":0,"
                + "\"nextPageStart\":2}");
  }

  @Test
  void namesNoNextPageOnTheLast() {
    assertThat(get("/rest/api/1.0/probe/page").body())
        .isEqualTo("{\"size\":3,\"limit\":25,\"isLastPage\":true,\"values\":[1,2,3],\"start\":0}");
  }

  @Test
  void refusesABadLimitByName() {
    var response = get("/rest/api/1.0/probe/page?limit=many");
    assertJson(response, 400);
    assertThat(response.body())
        .contains("\"context\":\"limit\"", "\\\"many\\\"")
        .contains("com.atlassian.bitbucket.validation.ArgumentValidationException");
  }

  @Test
  void hasNoOtherVersion() {
    assertJson(get("/rest/api/2.0/probe/page"), 404);
  }

  @Test
  void answersAnUnknownRouteWithoutAnExceptionName() {
    var response = get("/rest/api/1.0/no/such/thing");
    assertJson(response, 404);
    assertThat(response.body())
        .isEqualTo(
            "{\"errors\":[{\"context\":null,\"message\":\"There is no such REST resource.\","
                + "\"exceptionName\":null}]}");
  }

  @Test
  void takesAnEncodedSlashAsPartOfItsSegmentAndWritesDatesAsMilliseconds() {
    var response = get("/rest/api/1.0/probe/segment/feature%2Fone/end");
    assertJson(response, 200);
    assertThat(response.body()).isEqualTo("{\"name\":\"feature/one\",\"date\":1700000000123}");
  }

  @Test
  void takesRawSlashesInARestOfAPath() {
    assertThat(get("/rest/api/1.0/probe/rest/a/b%2Fc").body()).isEqualTo("{\"path\":\"/a/b/c\"}");
  }

  @Test
  void ignoresUnknownProperties() {
    var response =
        post("/rest/api/1.0/probe/body", "application/json", "{\"name\":\"x\",\"new\":[1]}");
    assertJson(response, 200);
    assertThat(response.body()).contains("\"name\":\"x\"");
  }

  @Test
  void namesTheLineOfBrokenJson() {
    var response = post("/rest/api/1.0/probe/body", "application/json", "{\"name\":\n oops}");
    assertJson(response, 400);
    assertThat(response.body()).contains("line 2");
  }

  @Test
  void namesTheFieldOfTheWrongType() {
    var response =
        post(
            "/rest/api/1.0/probe/body",
            "application/json",
            "{\"inner\":{\"count\":\"not a number\"}}");
    assertJson(response, 400);
    assertThat(response.body()).contains("\"context\":\"inner.count\"");
  }

  @Test
  void refusesAnEmptyBodyWhereJsonIsNeeded() {
    assertJson(post("/rest/api/1.0/probe/body", "application/json", ""), 400);
  }

  @Test
  void refusesJsonThatIsNestedTooDeep() {
    String deep = "{\"inner\":".repeat(5000) + "{}" + "}".repeat(5000);
    var response = post("/rest/api/1.0/probe/body", "application/json", deep);
    assertJson(response, 400);
    assertThat(response.body()).contains("too deep or too large");
  }

  @Test
  void namesAMissingAndAWrongParameter() {
    var missing = get("/rest/api/1.0/probe/number");
    assertJson(missing, 400);
    assertThat(missing.body()).contains("\"context\":\"value\"", "is required");
    var wrong = get("/rest/api/1.0/probe/number?value=ten");
    assertJson(wrong, 400);
    assertThat(wrong.body()).contains("\"context\":\"value\"", "\\\"ten\\\"");
  }

  @Test
  void saysWhichMethodsAreAllowed() {
    var response = post("/rest/api/1.0/probe/page", "application/json", "{}");
    assertJson(response, 405);
    assertThat(response.headers().firstValue("Allow")).contains("GET");
  }

  @Test
  void answersAnUnacceptableAcceptHeaderWithoutABody() {
    var response = get("/rest/api/1.0/probe/page", "Accept", "image/png");
    assertThat(response.statusCode()).isEqualTo(406);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void refusesAContentTypeItCannotRead() {
    assertJson(post("/rest/api/1.0/probe/body", "text/csv", "a,b"), 415);
  }

  @ParameterizedTest
  @ValueSource(strings = {"*/*", "application/*"})
  void refusesAContentTypeThatIsAPattern(String type) {
    var response = post("/rest/api/1.0/probe/body", type, "{}");
    assertJson(response, 415);
    assertThat(response.body()).contains(type);
  }

  @Test
  void namesAParameterThatIsNotUtf8() {
    var response = get("/rest/api/1.0/probe/number?value=%ff");
    assertJson(response, 400);
    assertThat(response.body()).contains("must be percent-encoded UTF-8", "[value]");
  }

  @Test
  void answersWithWhatAnExceptionSaysOfItself() {
    var response = get("/rest/api/1.0/probe/refused");
    assertJson(response, 409);
    assertThat(response.body())
        .isEqualTo(
            "{\"errors\":[{\"context\":null,\"message\":\"It has repositories.\","
                + "\"exceptionName\":\"com.atlassian.bitbucket.IntegrityException\"}]}");
  }

  @Test
  void tellsNothingOfAFailureOfItsOwn() {
    var response = get("/rest/api/1.0/probe/broken");
    assertJson(response, 500);
    assertThat(response.body()).doesNotContain("secret").contains("ServerException");
  }

  @Test
  void answersInTheDialectWhenTheContainerRefusesThePath() {
    var response = get("/rest/api/1.0/probe/segment/%00/end");
    assertThat(response.statusCode()).isEqualTo(400);
  }

  @Test
  void refusesAFormThatCarriesACookieAndNoToken() {
    String form = "application/x-www-form-urlencoded";
    var forged = post("/rest/api/1.0/probe/form", form, "a=b", "Cookie", "BITBUCKETSESSIONID=x");
    assertJson(forged, 403);
    assertThat(forged.body()).contains("XSRF check failed");
    assertJson(
        post(
            "/rest/api/1.0/probe/form",
            form,
            "a=b",
            "Cookie",
            "BITBUCKETSESSIONID=x",
            "X-Atlassian-Token",
            "no-check"),
        200);
    assertJson(post("/rest/api/1.0/probe/form", form, "a=b"), 200);
    assertJson(
        post(
            "/rest/api/1.0/probe/form", "application/json", "{}", "Cookie", "BITBUCKETSESSIONID=x"),
        200);
  }
}
