package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.testing.TestingServer;

/** Tokens of forms stand in bodies and never in addresses, which logs and histories keep. */
class FormTokensTest {

  private static final String BODY =
      "--x\r\nContent-Disposition: form-data; name=\"avatar\"; filename=\"a\"\r\n\r\na\r\n--x--\r\n";

  private final TestingServer server = TestingServer.shared();

  @Test
  void noTemplateWritesATokenIntoAnAddress() throws IOException {
    List<String> found;
    try (Stream<Path> templates = Files.walk(Path.of("src/main/resources/templates"))) {
      found =
          templates
              .filter(Files::isRegularFile)
              .filter(FormTokensTest::namesTokenInAddress)
              .map(Path::toString)
              .toList();
    }
    assertThat(found).isEmpty();
  }

  private static boolean namesTokenInAddress(Path template) {
    try {
      return Files.readString(template).matches("(?s).*[(?&;,]\\s*_csrf\\s*=.*");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site,cross-site,403",
    "Sec-Fetch-Site,same-site,403",
    "Sec-Fetch-Site,none,403",
    "Sec-Fetch-Site,same-origin,303",
    "Origin,https://evil.example.org,403",
    "Origin,null,403",
    "Origin,http://localhost:1,303",
    "X-Nothing,x,403"
  })
  void aFormWithFilesIsTakenFromPagesOfThisServer(String header, String value, int status)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.httpUrl() + "/account/avatar"))
            .header("Content-Type", "multipart/form-data; boundary=x")
            .header(header, value)
            .POST(HttpRequest.BodyPublishers.ofString(BODY))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      // Nobody is signed in: past the check the page leads to the login.
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    }
  }
}
