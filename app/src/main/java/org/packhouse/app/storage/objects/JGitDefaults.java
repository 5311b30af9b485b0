package org.packhouse.app.storage.objects;

import java.time.Duration;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.RepositoryCacheConfig;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.jspecify.annotations.Nullable;

/**
 * JGit without the machine's and the user's git configuration: left alone it reads {@code
 * ~/.gitconfig}, starts git to find {@code /etc/gitconfig}, and writes what it measured of the file
 * system into a file of its own. It keeps what nobody uses any more open for a minute, not an hour:
 * a server has more repositories than memory for what is known of their packs.
 */
final class JGitDefaults extends SystemReader.Delegate {

  private static final Duration KEPT_OPEN = Duration.ofMinutes(1);

  private JGitDefaults(SystemReader real) {
    super(real);
  }

  /** Makes JGit use these, once for the process. */
  static void install() {
    SystemReader present = SystemReader.getInstance();
    if (!(present instanceof JGitDefaults)) {
      SystemReader.setInstance(new JGitDefaults(present));
      RepositoryCacheConfig repositories = new RepositoryCacheConfig();
      repositories.setExpireAfter(KEPT_OPEN.toMillis());
      repositories.install();
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
    return new Empty(null, FS.DETECTED);
  }

  @Override
  public StoredConfig getSystemConfig() {
    return new Empty(null, FS.DETECTED);
  }

  @Override
  public StoredConfig getJGitConfig() {
    return new Empty(null, FS.DETECTED);
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
      // What JGit measured of the file system stays in memory.
    }

    @Override
    public boolean isOutdated() {
      return false;
    }
  }
}
