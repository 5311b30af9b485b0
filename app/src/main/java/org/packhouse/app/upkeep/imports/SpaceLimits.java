package org.packhouse.app.upkeep.imports;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.size.RepositoryQuota;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.upkeep.imports.transfer.ImportFailedException;
import org.packhouse.app.upkeep.imports.transfer.ImportMessages;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.packhouse.app.upkeep.imports.transfer.ImportSettings;
import org.packhouse.app.upkeep.imports.transfer.RunningImport;
import org.packhouse.app.upkeep.imports.transfer.RunningImport.Space;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** The space that an import may take, by setting, quota and free disk. */
@Component
class SpaceLimits {

  /** Bytes below which an import stops, as below these pushes are refused by default. */
  private static final long MIN_FREE_DISK = DataSize.ofGigabytes(1).toBytes();

  private final ImportSettings settings;
  private final RepositoryQuota quota;

  SpaceLimits(ImportSettings settings, RepositoryQuota quota) {
    this.settings = settings;
    this.quota = quota;
  }

  Space spaceFor(Repository repository, Path directory) {
    RepositoryQuota.State state = quota.of(repository.id());
    long byQuota = state == null ? Long.MAX_VALUE : state.quotaBytes();
    long bySetting =
        settings.maxSize().toBytes() == 0 ? Long.MAX_VALUE : settings.maxSize().toBytes();
    return byQuota < bySetting
        ? new Space(
            directory,
            byQuota,
            new ImportFailedException(
                ImportProblem.QUOTA,
                "It is larger than the repository's quota of " + shown(byQuota) + "."))
        : new Space(
            directory,
            bySetting,
            new ImportFailedException(
                ImportProblem.TOO_LARGE,
                "It is larger than " + shown(bySetting) + ", the limit of import.max-size."));
  }

  void check(RunningImport running) throws IOException {
    Space space = running.space();
    if (space == null) {
      return;
    }
    if (RepositoryDirectories.measure(space.directory()) > space.most()) {
      running.fail(space.beyond());
    }
    FileStore disk = Files.getFileStore(space.directory());
    if (disk.getUsableSpace() < MIN_FREE_DISK) {
      running.fail(new ImportFailedException(ImportProblem.DISK_FULL, ImportMessages.DISK_FULL));
    }
  }

  private static String shown(long bytes) {
    DataSize size = DataSize.ofBytes(bytes);
    return size.toMegabytes() > 0 ? size.toMegabytes() + " MB" : bytes + " bytes";
  }
}
