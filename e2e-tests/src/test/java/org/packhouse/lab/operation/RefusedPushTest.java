package org.packhouse.lab.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.lab.data.RepositoryFactory;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.Surroundings;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.wire.OperationFailedException;
import org.packhouse.lab.wire.VerificationException;

/** Pushes that a server refuses, or lets somebody else win. */
class RefusedPushTest {

  private static final String ADVERTISEMENT = "application/x-git-receive-pack-advertisement";
  private static final String RESULT = "application/x-git-receive-pack-result";

  @TempDir private Path directory;

  @Test
  void countsARefusal() throws IOException {
    try (CannedServer server = new CannedServer()) {
      server.then(refs("a"), report("unpack ok\n", "ng refs/heads/shared hook declined\n"));
      server.then(refs("a"), report("unpack ok\n", "ng refs/heads/shared hook declined\n"));
      assertThatThrownBy(() -> push(server))
          .isInstanceOfSatisfying(
              OperationFailedException.class, e -> assertThat(e.kind()).isEqualTo("ng"))
          .hasMessage("The server says: ng refs/heads/shared hook declined");
    }
  }

  @Test
  void pushesAgainWhenSomebodyWasFirst() throws IOException {
    try (CannedServer server = new CannedServer()) {
      server.then(refs("a"), report("unpack ok\n", "ng refs/heads/shared fetch first\n"));
      server.then(refs("b"), report("unpack ok\n", "ng refs/heads/shared fetch first\n"));
      server.then(refs("c"), report("unpack ok\n", "ok refs/heads/shared\n"));
      assertThat(push(server).retries()).isEqualTo(2);
    }
  }

  @Test
  void countsAPackThatIsNotUnpacked() throws IOException {
    try (CannedServer server = new CannedServer()) {
      server.then(refs("a"), report("unpack disk full\n", "ng refs/heads/shared unpacker error\n"));
      assertThatThrownBy(() -> push(server))
          .isInstanceOfSatisfying(
              OperationFailedException.class, e -> assertThat(e.kind()).isEqualTo("unpack"))
          .hasMessage("The server says: unpack disk full");
    }
  }

  @Test
  void noticesAReportThatIsNone() throws IOException {
    try (CannedServer server = new CannedServer()) {
      server.then(refs("a"), report("unpack ok\n"));
      assertThatThrownBy(() -> push(server)).isInstanceOf(VerificationException.class);
      server.then(refs("a"), Canned.http(RESULT, Canned.lines("")));
      assertThatThrownBy(() -> push(server)).isInstanceOf(VerificationException.class);
    }
  }

  private static byte[] refs(String letter) {
    String first =
        letter.repeat(40) + " refs/heads/shared\0report-status side-band-64k ofs-delta\n";
    byte[] body = Canned.lines("# service=git-receive-pack\n", "", first, "");
    return Canned.http(ADVERTISEMENT, body);
  }

  private static byte[] report(String... lines) {
    String[] ended = Arrays.copyOf(lines, lines.length + 1);
    ended[lines.length] = "";
    byte[] data = Canned.band(1, Canned.lines(ended));
    return Canned.http(RESULT, Canned.joined(data, Canned.lines("")));
  }

  private Done push(CannedServer server) throws IOException {
    List<TestRepository> repositories =
        RepositoryFactory.make(
            new RepositoryPlan("one", 1, 20_000, 3, 1, 0, 2, 0, Surroundings.NONE, null),
            directory);
    OperationPlan plan =
        new OperationPlan("push-small", "one", "http", 2, 1, 0, 0, 0, "shared", null, null);
    try (Operation operation =
        Operations.create(
            plan, List.of(server.endpoint()), repositories, directory, Clock.systemUTC())) {
      return operation.perform(new Turn(0, 0, new Random(1), Link.DIRECT, false));
    }
  }
}
