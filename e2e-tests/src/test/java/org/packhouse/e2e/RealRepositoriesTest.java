package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;

/** Real repositories make the round trip over every transport. */
@Timeout(900)
class RealRepositoriesTest {

  private final PackagedServer server = PackagedServer.shared();

  @Test
  void makeTheRoundTripOverHttp(@TempDir Path directory) {
    server.rest().createRepository("REAL", "airlift-http");
    new RoundTrip(new Shell(directory), server.httpUrl("real", "airlift-http")).run("airlift");
  }

  @Test
  @Tag("full")
  @Tag("clones")
  void largeOnesMakeTheRoundTripOverHttp(@TempDir Path directory) {
    server.rest().createRepository("REAL", "reactor-netty-http");
    new RoundTrip(new Shell(directory), server.httpUrl("real", "reactor-netty-http"))
        .run("reactor-netty");
  }

  @Tag("full")
  @Tag("clones")
  @ParameterizedTest
  @ValueSource(strings = {"airlift", "reactor-netty"})
  void makeTheRoundTripOverSsh(String bundle, @TempDir Path directory) {
    Shell ada = new Shell(directory);
    server.rest().post("/rest/ssh/latest/keys", Map.of("text", ada.makeKey()));
    server.rest().createRepository("REAL", bundle + "-ssh");
    new RoundTrip(ada, server.sshUrl("real", bundle + "-ssh")).run(bundle);
  }

  @Tag("full")
  @Tag("clones")
  @ParameterizedTest
  @ValueSource(strings = {"airlift", "reactor-netty"})
  void makeTheRoundTripOverHttpsWithHttp2(String bundle, @TempDir Path directory)
      throws IOException {
    Shell ada = new Shell(directory);
    Path trace = directory.resolve("curl.trace");
    ada.with("GIT_TRACE_CURL", trace.toString()).with("GIT_TRACE_CURL_NO_DATA", "1");
    try (PackagedServer tls = withTls(ada)) {
      tls.rest().createRepository("REAL", bundle);
      new RoundTrip(ada, tls.httpUrl("real", bundle)).run(bundle);
    }
    assertThat(Files.readString(trace))
        .contains("<= Recv header: HTTP/2 200")
        .doesNotContain("<= Recv header: HTTP/1.1");
  }

  private static PackagedServer withTls(Shell shell) {
    Path store = shell.home().resolve("tls.p12");
    shell.run(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-alias",
        "tls",
        "-keyalg",
        "EC",
        "-dname",
        "CN=localhost",
        "-storetype",
        "PKCS12",
        "-keystore",
        store.toString(),
        "-storepass",
        "changeit",
        "-validity",
        "30");
    return PackagedServer.builder(PackagedServer.newDirectory())
        .with("server.ssl.enabled", "true")
        .with("server.ssl.key-store", store.toString())
        .with("server.ssl.key-store-password", "changeit")
        .start();
  }
}
