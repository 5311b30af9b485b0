package org.packhouse.app.git;

import java.io.IOException;
import org.packhouse.app.objects.GitCommand;
import org.packhouse.app.objects.GitProcess;
import org.packhouse.app.objects.GitProcesses;
import org.packhouse.app.objects.RepositoryFolders;
import org.springframework.stereotype.Component;

/**
 * Starts native {@code git upload-pack}. It reads no refs, serves any object that exists and
 * advertises nothing: what a client may see and want has been decided before.
 */
@Component
class UploadPackProcess {

  private final RepositoryFolders folders;
  private final GitProcesses processes;

  UploadPackProcess(RepositoryFolders folders, GitProcesses processes) {
    this.folders = folders;
    this.processes = processes;
  }

  /**
   * Starts one that reads one request and writes one answer.
   *
   * @return to be closed by the caller
   */
  GitProcess stateless(long repositoryId, ProtocolVersion protocol) throws IOException {
    GitCommand command = command(repositoryId, "upload-pack", "--stateless-rpc", ".");
    return processes.start(
        protocol == ProtocolVersion.V2
            ? command.environment("GIT_PROTOCOL", "version=2")
            : command);
  }

  /**
   * Starts one that holds a conversation of protocol v0, its own advertisement first.
   *
   * @return to be closed by the caller
   */
  GitProcess conversation(long repositoryId) throws IOException {
    return processes.start(command(repositoryId, "upload-pack", "."));
  }

  private GitCommand command(long repositoryId, String... arguments) throws IOException {
    return GitCommand.in(folders.check(repositoryId), arguments)
        .with("uploadpack.allowFilter", "true")
        .with("uploadpack.allowSidebandAll", "true")
        .with("uploadpack.allowAnySHA1InWant", "true")
        .with("uploadpack.hideRefs", "refs")
        .niced();
  }
}
