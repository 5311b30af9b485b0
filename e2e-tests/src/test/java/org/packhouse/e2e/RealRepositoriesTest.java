package org.packhouse.e2e;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;

/** Real repositories make the round trip over every transport. */
class RealRepositoriesTest {

  private final PackagedServer server = PackagedServer.shared();

  @Test
  void makeTheRoundTripOverHttp(@TempDir Path folder) {
    server.rest().createRepository("REAL", "airlift-http");
    new RoundTrip(new Shell(folder), server.httpUrl("real", "airlift-http")).run("airlift");
  }

  @Test
  @Tag("full")
  void largeOnesMakeTheRoundTripOverHttp(@TempDir Path folder) {
    server.rest().createRepository("REAL", "reactor-netty-http");
    new RoundTrip(new Shell(folder), server.httpUrl("real", "reactor-netty-http"))
        .run("reactor-netty");
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"airlift", "reactor-netty"})
  void makeTheRoundTripOverSsh(String bundle, @TempDir Path folder) {
    Shell ada = new Shell(folder);
    server.rest().post("/rest/ssh/latest/keys", Map.of("text", ada.makeKey()));
    server.rest().createRepository("REAL", bundle + "-ssh");
    new RoundTrip(ada, server.sshUrl("real", bundle + "-ssh")).run(bundle);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"airlift", "reactor-netty"})
  void makeTheRoundTripOverHttpsWithHttp2(String bundle, @TempDir Path folder) {
    Shell ada = new Shell(folder);
    Path store = folder.resolve("tls.p12");
    ada.run(
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
    try (PackagedServer tls =
        PackagedServer.builder(PackagedServer.newFolder())
            .with("server.ssl.enabled", "true")
            .with("server.ssl.key-store", store.toString())
            .with("server.ssl.key-store-password", "changeit")
            .start()) {
      tls.rest().createRepository("REAL", bundle);
      new RoundTrip(ada.with("GIT_HTTP_VERSION", "HTTP/2"), tls.httpUrl("real", bundle))
          .run(bundle);
    }
  }
}
