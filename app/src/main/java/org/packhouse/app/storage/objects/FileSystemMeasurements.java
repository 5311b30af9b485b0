package org.packhouse.app.storage.objects;

import java.io.IOException;
import org.springframework.stereotype.Component;

/**
 * Keeps JGit's file system measurements across restarts: measuring would cost the first push three
 * seconds, and five of processor time.
 */
@Component
final class FileSystemMeasurements {

  FileSystemMeasurements(RepositoryStorage storage) throws IOException {
    JGitDefaults.remember(storage.measurements());
  }
}
