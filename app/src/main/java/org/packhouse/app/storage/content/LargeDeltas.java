package org.packhouse.app.storage.content;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectStream;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.storage.objects.Alternates;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** Reads blobs with large delta bases by native git, in a process of bounded memory. */
@Component
final class LargeDeltas {

  private static final DataSize MEMORY = DataSize.ofGigabytes(1);

  private final RepositoryDirectories directories;
  private final GitProcesses processes;
  private final Tickets tickets;

  LargeDeltas(RepositoryDirectories directories, GitProcesses processes, Tickets tickets) {
    this.directories = directories;
    this.processes = processes;
    this.tickets = tickets;
  }

  /** Opens a blob that either of two repositories has. */
  ObjectLoader loader(long repositoryId, long otherId, ObjectId blob, long size) {
    return new Loader(repositoryId, otherId, blob, size);
  }

  private InputStream open(long repositoryId, long otherId, ObjectId blob) throws IOException {
    GitCommand command =
        GitCommand.in(directories.check(repositoryId), "cat-file", "blob", blob.name())
            .environment(
                Alternates.VARIABLE,
                Alternates.of(directories.check(otherId).resolve(Constants.OBJECTS)))
            .memory(MEMORY)
            .niced();
    TicketRequest request =
        TicketRequest.of(
                Work.LARGE_FILE,
                TicketRequest.Target.repository(repositoryId),
                TicketRequest.SERVER)
            .expecting(MEMORY);
    Ticket ticket = tickets.acquire(request);
    try {
      GitProcess process = processes.start(ticket, command);
      process.sendNothing();
      return new Output(ticket, process);
    } catch (IOException | RuntimeException e) {
      ticket.close();
      throw e;
    }
  }

  private final class Loader extends ObjectLoader {

    private final long repositoryId;
    private final long otherId;
    private final ObjectId blob;
    private final long size;

    Loader(long repositoryId, long otherId, ObjectId blob, long size) {
      this.otherId = otherId;
      this.repositoryId = repositoryId;
      this.blob = blob;
      this.size = size;
    }

    @Override
    public int getType() {
      return Constants.OBJ_BLOB;
    }

    @Override
    public long getSize() {
      return size;
    }

    @Override
    public boolean isLarge() {
      return true;
    }

    @Override
    public byte[] getCachedBytes() throws LargeObjectException {
      throw new LargeObjectException(blob);
    }

    @Override
    public ObjectStream openStream() throws IOException {
      return new ObjectStream.Filter(Constants.OBJ_BLOB, size, open(repositoryId, otherId, blob));
    }
  }

  /** Reports the end of the file only if git exits with success. */
  private static final class Output extends FilterInputStream {

    private final Ticket ticket;
    private final GitProcess process;
    private boolean succeeded;

    Output(Ticket ticket, GitProcess process) {
      super(process.stdout());
      this.ticket = ticket;
      this.process = process;
    }

    @Override
    public int read() throws IOException {
      return ended(super.read());
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return ended(super.read(bytes, offset, length));
    }

    private int ended(int result) throws IOException {
      if (result < 0 && !succeeded) {
        process.succeed();
        succeeded = true;
      }
      return result;
    }

    @Override
    public void close() {
      process.close();
      ticket.close();
    }
  }
}
