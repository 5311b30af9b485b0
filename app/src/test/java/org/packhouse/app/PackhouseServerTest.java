package org.packhouse.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingServer;

class PackhouseServerTest {

  @Test
  void answersOverHttp() throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      var response =
          client.send(
              HttpRequest.newBuilder(TestingServer.shared().httpUrl().resolve("/status")).build(),
              BodyHandlers.ofString());
      assertThat(response.statusCode()).isNotEqualTo(500);
    }
  }
}
