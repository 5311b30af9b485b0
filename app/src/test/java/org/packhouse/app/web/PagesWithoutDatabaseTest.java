package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.testing.TestingServer;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** A database that goes away after it was asked who the caller is: while a page is made. */
class PagesWithoutDatabaseTest {

  /** A page whose statement fails. */
  @Profile("never, for a server finds all controllers of its packages")
  @Controller
  static class Failing {
    @Open("it is of this test")
    @GetMapping("/failing")
    String fail() {
      throw new CannotGetJdbcConnectionException(
          "No connection", new SQLTransientConnectionException("timed out"));
    }
  }

  @Test
  void sayInFullDressThatTheServerCannotAnswerNow() throws IOException, InterruptedException {
    try (TestingServer server =
            TestingServer.builder().withPiece("failing", new Failing()).start();
        HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(server.httpUrl() + "/failing"))
              .header("Accept", "text/html")
              .build();

      HttpResponse<String> page = client.send(request, HttpResponse.BodyHandlers.ofString());

      assertThat(page.statusCode()).isEqualTo(503);
      assertThat(page.headers().firstValue("Retry-After")).isPresent();
      assertThat(page.body())
          .contains(DatabaseTrouble.AWAY.sentence(), "<h1>The server cannot answer now</h1>");
    }
  }
}
