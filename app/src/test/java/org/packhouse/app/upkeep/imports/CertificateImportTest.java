package org.packhouse.app.upkeep.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.connector.TestCertificate;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.FreePort;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

/** Imports over TLS from servers whose certificates a company has made itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CertificateImportTest {

  private final int trustedPort = FreePort.next();
  private final int unknownPort = FreePort.next();

  private TestingServer server;
  private ImportKit kit;
  private Repository source;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    Path trusted = withCertificate(directory.resolve("trusted"));
    Path unknown = withCertificate(directory.resolve("unknown"));
    server =
        TestingServer.builder()
            .with("import.allowed-addresses", "127.0.0.0/8,::1")
            .with("import.ca-certificates", trusted.resolve("server.crt").toString())
            .with("server.additional-connector.1.port", Integer.toString(trustedPort))
            .with("server.additional-connector.1.ssl.certificate", trusted + "/server.crt")
            .with(
                "server.additional-connector.1.ssl.certificate-private-key",
                trusted + "/server.key")
            .with("server.additional-connector.2.port", Integer.toString(unknownPort))
            .with("server.additional-connector.2.ssl.certificate", unknown + "/server.crt")
            .with(
                "server.additional-connector.2.ssl.certificate-private-key",
                unknown + "/server.key")
            .start();
    kit = new ImportKit(server);
    source = TestingProjects.in(server).publicRepository();
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("README.md", "# Signed\n");
    String url = kit.url(source).replace("//", "//admin:" + TestingServer.ADMIN_PASSWORD + "@");
    work.git("push", "--quiet", url, "main");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void bringsWhatAServerOfAKnownAuthorityHas() {
    TestingRest.Response done = run("known", trustedPort);
    assertThat(done.at("/state")).describedAs(done.response().body()).isEqualTo("DONE");
    assertThat(kit.directory("known").git("log", "--format=%s", "main")).isNotBlank();
  }

  @Test
  void namesTheCertificateThatNobodyKnows() {
    TestingRest.Response failed = run("unknown", unknownPort);
    assertThat(failed.at("/problem/code")).isEqualTo("CERTIFICATE");
    assertThat(failed.at("/problem/message")).contains("certificate was not accepted");
  }

  private TestingRest.Response run(String name, int port) {
    String url = kit.url(source).replaceFirst("http://[^/]*", "https://localhost:" + port);
    return kit.run(name, "{'name': '%s', 'url': '%s'}".formatted(name, url));
  }

  private static Path withCertificate(Path directory) throws Exception {
    TestCertificate.create(Files.createDirectory(directory)).exportPem(directory);
    return directory;
  }
}
