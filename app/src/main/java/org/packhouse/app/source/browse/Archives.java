package org.packhouse.app.source.browse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.PktLineWriter;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** Creates archives with git's {@code upload-archive}, whose protocol takes paths as bytes. */
@Component
public class Archives {

  private static final DataSize MEMORY = DataSize.ofGigabytes(2);

  private final RepositoryDirectories directories;
  private final GitProcesses processes;
  private final Tickets tickets;

  Archives(RepositoryDirectories directories, GitProcesses processes, Tickets tickets) {
    this.directories = directories;
    this.processes = processes;
    this.tickets = tickets;
  }

  /** The content of an archive; without paths the whole tree. */
  public record Request(
      String commit, ArchiveFormat format, @Nullable TreePath prefix, List<TreePath> paths) {

    public Request {
      paths = List.copyOf(paths);
    }
  }

  /** Opened when git has begun: until then an error can still be reported. */
  public interface Target {
    OutputStream open() throws IOException;
  }

  /** Writes an archive for the caller of that name; git is stopped if the target fails. */
  public void write(long repositoryId, String caller, Request request, Target target)
      throws IOException {
    GitCommand command =
        GitCommand.in(directories.check(repositoryId), "upload-archive", ".")
            .with("uploadarchive.allowUnreachable", "true")
            .environment("GIT_LITERAL_PATHSPECS", "1")
            // Streams large blobs; the memory limit is for shared trees that expand to too many
            // files.
            .with("core.bigFileThreshold", "32m")
            .memory(MEMORY)
            .niced();
    TicketRequest ticketRequest =
        TicketRequest.of(Work.ARCHIVE, TicketRequest.Target.repository(repositoryId), caller);
    try (Ticket ticket = tickets.acquire(ticketRequest);
        GitProcess process = processes.start(ticket, command)) {
      process.send(request(request));
      SideBandInput archive = new SideBandInput(process.stdout());
      archive.expectAcknowledgement();
      try (OutputStream out = target.open()) {
        archive.transferTo(out);
      }
      process.succeed();
    }
  }

  private static byte[] request(Request request) throws IOException {
    List<byte[]> arguments = new ArrayList<>();
    arguments.add(ascii("--format=" + request.format().git()));
    if (request.prefix() != null && !request.prefix().isRoot()) {
      arguments.add(joined(ascii("--prefix="), request.prefix().bytes(), ascii("/")));
    }
    arguments.add(ascii(request.commit()));
    arguments.add(ascii("--"));
    request.paths().forEach(path -> arguments.add(path.bytes()));
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    PktLineWriter lines = new PktLineWriter(sent);
    for (byte[] argument : arguments) {
      lines.data(joined(ascii("argument "), argument, ascii("\n")));
    }
    lines.flush();
    lines.drain();
    return sent.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
