package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

/**
 * Schemathesis makes requests out of the OpenAPI document, sound ones and broken ones: none may end
 * in a failure of the server, and no response may break its own schema.
 */
@Tag("full")
@Tag("rest")
class FuzzTest {

  private static final int MAX_SECONDS = 600;

  /** They would shut out whoever asks, or everybody. */
  private static final String LEFT_OUT =
      "/admin/(maintenance|node|license)|/users/credentials|/admin/users/(rename|credentials)";

  @Test
  void anAdministratorFindsNoFailure(@TempDir Path directory) {
    try (TestingServer server = TestingServer.builder().start()) {
      fuzz(server, directory, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    }
  }

  @Test
  void aUserFindsNoFailure(@TempDir Path directory) {
    try (TestingServer server = TestingServer.builder().start()) {
      String name = TestingPeople.uniqueName("fuzzer");
      TestingPeople.of(server).createUser(name, "a-password-1");
      fuzz(server, directory, name, "a-password-1");
    }
  }

  private static void fuzz(TestingServer server, Path directory, String user, String password) {
    List<String> line = new ArrayList<>();
    line.add(Python.with("python-fuzz.txt").program("schemathesis"));
    line.addAll(
        List.of(
            "run",
            server.httpUrl() + "/rest/openapi.json",
            "--url",
            server.httpUrl().toString(),
            "--auth",
            user + ":" + password,
            "--exclude-path-regex",
            LEFT_OUT,
            "--checks",
            "not_a_server_error,response_schema_conformance,content_type_conformance",
            "--phases",
            "examples,coverage,fuzzing",
            "--max-examples",
            "20",
            "--seed",
            "20260101",
            "--workers",
            "1",
            "--continue-on-failure",
            "--no-shrink",
            "--generation-deterministic",
            "--max-time",
            "100"));
    TestingSsh.Result result =
        TestingSsh.run(new ProcessBuilder(line).directory(directory.toFile()), MAX_SECONDS);
    assertThat(result.status()).as(result.out() + result.err()).isZero();
  }
}
