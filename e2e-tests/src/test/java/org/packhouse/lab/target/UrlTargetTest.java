package org.packhouse.lab.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.target.Endpoint.Credentials;
import org.packhouse.lab.target.Endpoint.SshEndpoint;

class UrlTargetTest {

  @TempDir private Path directory;

  private Target target(String url, Map<String, String> properties) throws IOException {
    return TargetFactory.create(new TargetPlan("elsewhere", "url", 1, properties, url), directory);
  }

  @Test
  void findsEverythingInItsUrls() throws IOException {
    try (Target target =
        target(
            "https://ada:a%2Fb@git.example.org:8443/scm/lab",
            Map.of(
                "http", "http://git.example.org:8080",
                "ssh", "ssh://hg@git.example.org:7999/lab",
                "key", "/keys/id"))) {
      Endpoint endpoint = target.endpoints().getFirst();
      assertThat(endpoint.https()).isEqualTo(URI.create("https://git.example.org:8443"));
      assertThat(endpoint.http()).isEqualTo(URI.create("http://git.example.org:8080"));
      assertThat(endpoint.scm()).isEqualTo("/scm/lab/");
      assertThat(endpoint.credentials()).isEqualTo(new Credentials("ada", "a/b"));
      assertThat(endpoint.ssh())
          .isEqualTo(new SshEndpoint("git.example.org", 7999, "hg", "lab/", Path.of("/keys/id")));
    }
  }

  @Test
  void saysThatNobodyIsThere() throws IOException {
    TestRepository repository = new TestRepository("one", "one", directory);
    try (Target target = target("http://127.0.0.1:1/git/", Map.of())) {
      assertThatThrownBy(() -> target.start(List.of(repository)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("elsewhere")
          .hasMessageContaining("one");
    }
  }

  @Test
  void refusesAKindThatItDoesNotKnow() {
    TargetPlan plan = new TargetPlan("odd", "gopher", 1, Map.of(), null);
    assertThatThrownBy(() -> TargetFactory.create(plan, Objects.requireNonNull(directory)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gopher");
  }
}
