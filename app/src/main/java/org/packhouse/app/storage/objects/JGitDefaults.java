package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.RepositoryCacheConfig;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.jspecify.annotations.Nullable;

/**
 * Keeps JGit from the git configuration of the machine and the user, from starting git to find it,
 * and from writing its file system measurements there. JGit measures timestamp resolution for three
 * seconds on all processors while the first push waits, so results are kept for the next start
 * ({@link #remember}). Unused repositories are closed after a minute, not an hour.
 */
final class JGitDefaults extends SystemReader.Delegate {

  private static final Duration KEPT_OPEN = Duration.ofMinutes(1);

  private final AtomicReference<StoredConfig> measured =
      new AtomicReference<>(new Empty(null, FS.DETECTED));

  private JGitDefaults(SystemReader real) {
    super(real);
  }

  /** Installs this reader once per process. */
  static void install() {
    SystemReader present = SystemReader.getInstance();
    if (!(present instanceof JGitDefaults)) {
      SystemReader.setInstance(new JGitDefaults(present));
      RepositoryCacheConfig repositories = new RepositoryCacheConfig();
      repositories.setExpireAfter(KEPT_OPEN.toMillis());
      repositories.install();
    }
  }

  /** Loads and keeps measurements in a file, which must not be shared between machines. */
  static void remember(Path file) throws IOException {
    install();
    if (SystemReader.getInstance() instanceof JGitDefaults defaults) {
      Measured kept = new Measured(file);
      kept.load();
      defaults.measured.set(kept);
    }
  }

  @Override
  public FileBasedConfig openSystemConfig(@Nullable Config parent, FS fs) {
    return new Empty(parent, fs);
  }

  @Override
  public FileBasedConfig openUserConfig(@Nullable Config parent, FS fs) {
    return new Empty(parent, fs);
  }

  @Override
  public FileBasedConfig openJGitConfig(@Nullable Config parent, FS fs) {
    return new Empty(parent, fs);
  }

  @Override
  public StoredConfig getUserConfig() {
    return measured.get();
  }

  @Override
  public StoredConfig getSystemConfig() {
    return new Empty(null, FS.DETECTED);
  }

  @Override
  public StoredConfig getJGitConfig() {
    return measured.get();
  }

  private static final class Measured extends StoredConfig {

    private final Path file;

    Measured(Path file) {
      this.file = file;
    }

    @Override
    public void load() throws IOException {
      try {
        fromText(Files.readString(file));
      } catch (NoSuchFileException e) {
        clear();
      } catch (ConfigInvalidException | CharacterCodingException e) {
        // Measured again.
        clear();
      }
    }

    @Override
    public void save() throws IOException {
      DurableFiles.replace(file, toText().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static final class Empty extends FileBasedConfig {

    Empty(@Nullable Config parent, FS fs) {
      super(parent, null, fs);
    }

    @Override
    public void load() {
      // There is no file.
    }

    @Override
    public void save() {
      // JGit's measurements stay in memory.
    }

    @Override
    public boolean isOutdated() {
      return false;
    }
  }
}
