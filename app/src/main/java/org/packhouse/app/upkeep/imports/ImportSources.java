package org.packhouse.app.upkeep.imports;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.storage.objects.ObjectLimits;
import org.packhouse.app.storage.objects.ObjectTooLargeException;
import org.packhouse.app.storage.objects.StagedRepositories.StagedRepository;
import org.packhouse.app.upkeep.imports.transfer.Credentials;
import org.packhouse.app.upkeep.imports.transfer.ImportCancelledException;
import org.packhouse.app.upkeep.imports.transfer.ImportFailedException;
import org.packhouse.app.upkeep.imports.transfer.ImportJob;
import org.packhouse.app.upkeep.imports.transfer.ImportKind;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.packhouse.app.upkeep.imports.transfer.LocalDirectories;
import org.packhouse.app.upkeep.imports.transfer.LocalGit;
import org.packhouse.app.upkeep.imports.transfer.RemoteGit;
import org.packhouse.app.upkeep.imports.transfer.RemoteHosts;
import org.packhouse.app.upkeep.imports.transfer.RemoteUrl;
import org.packhouse.app.upkeep.imports.transfer.RunningImport;
import org.springframework.stereotype.Component;

/** Fills a repository from the source of its import. */
@Component
class ImportSources {

  private final RemoteHosts hosts;
  private final RemoteGit remote;
  private final LocalDirectories directories;
  private final LocalGit local;
  private final CredentialMemory credentials;
  private final Tickets tickets;
  private final ObjectLimits limits;

  ImportSources(
      RemoteHosts hosts,
      RemoteGit remote,
      LocalDirectories directories,
      LocalGit local,
      CredentialMemory credentials,
      Tickets tickets,
      ObjectLimits limits) {
    this.hosts = hosts;
    this.remote = remote;
    this.directories = directories;
    this.local = local;
    this.credentials = credentials;
    this.tickets = tickets;
    this.limits = limits;
  }

  /** Fills a repository under a ticket; returns the full name of HEAD's branch, null if unknown. */
  @Nullable String fill(RunningImport running, long repositoryId, StagedRepository staged)
      throws IOException, ImportFailedException, ImportCancelledException {
    TicketRequest request =
        TicketRequest.of(
            Work.IMPORT,
            TicketRequest.Target.repository(repositoryId),
            running.job().actor().name());
    try (Ticket ticket = tickets.acquire(request)) {
      running.holds(ticket);
      String head = fill(running, staged);
      limits.check(staged);
      return head;
    } catch (ObjectTooLargeException e) {
      throw new ImportFailedException(
          ImportProblem.TOO_LARGE, "Refused: %s.".formatted(e.getMessage()));
    }
  }

  private @Nullable String fill(RunningImport running, StagedRepository staged)
      throws IOException, ImportFailedException, ImportCancelledException {
    ImportJob job = running.job();
    if (job.origin().kind() == ImportKind.FOLDER) {
      return local.copy(running, directory(job.origin().source()), staged);
    }
    Credentials given = credentials.take(job.id());
    if (job.origin().withCredentials() && given == null) {
      throw new ImportFailedException(
          ImportProblem.STOPPED,
          "Credentials are used once and not kept: give them again to retry.");
    }
    return remote.fetch(running, hosts.find(RemoteUrl.of(job.origin().source())), given, staged);
  }

  /** Checks the path again: a directory or link on it may have changed since. */
  private Path directory(String source) throws ImportFailedException {
    try {
      return directories.find("folder", source);
    } catch (InvalidFieldException e) {
      throw new ImportFailedException(
          ImportProblem.NOT_A_REPOSITORY, String.valueOf(e.getMessage()));
    }
  }
}
