package org.packhouse.app.storage.objects;

import java.io.IOException;
import org.springframework.stereotype.Component;

/**
 * Keeps what JGit measures of the file systems of this node from one start to the next: the first
 * push after a start would wait three seconds for it otherwise, and five of processor time.
 */
@Component
final class FileSystemMeasurements {

  FileSystemMeasurements(RepositoryStorage storage) throws IOException {
    JGitDefaults.remember(storage.measurements());
  }
}
