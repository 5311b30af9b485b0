package org.packhouse.app.platform.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.throttle.TestingTickets;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;

/** The figures of a node at work. */
class NodeMeasurementsTest {

  private final TestingServer server = TestingServer.shared();

  @Test
  void countTheGitCommandsThatRun(@TempDir Path directory) throws IOException {
    Path repository = GitFixture.bare(directory.resolve("some.git")).directory();
    TicketRequest request = TicketRequest.of(Work.FETCH, TicketRequest.Target.repository(1), "ada");
    GitCommand waiting = GitCommand.in(repository, "cat-file", "--batch");
    try (Ticket ticket = TestingTickets.unlimited().acquire(request);
        GitProcess process = server.get(GitProcesses.class).start(ticket, waiting)) {
      assertThat(server.get(NodeMeasurements.class).read(null).gitProcesses()).isPositive();
      process.sendNothing();
      process.succeed();
    }
  }
}
