package org.packhouse.lab.data;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes the repositories of a plan, or finds those made by an earlier run. All of one plan are the
 * same history under different names: a target copies it for each, so that they share nothing
 * there.
 */
public final class RepositoryFactory {

  /** Raised when the same plan makes another repository than before. */
  private static final int GENERATION = 1;

  private RepositoryFactory() {}

  /**
   * Makes them.
   *
   * @param directory where repositories are kept from run to run; it need not exist
   * @throws IOException saying what of the plan cannot be had
   */
  public static List<TestRepository> make(RepositoryPlan plan, Path directory) throws IOException {
    check(plan);
    Path kept = directory.resolve("%s-%s.git".formatted(plan.name(), key(plan)));
    if (!Files.exists(kept)) {
      Files.createDirectories(directory);
      Path making = Files.createTempDirectory(directory, "making");
      try {
        make(plan, making.resolve("repository.git"), kept);
      } finally {
        Directories.delete(making);
      }
    }
    return IntStream.rangeClosed(1, plan.count())
        .mapToObj(number -> plan.count() == 1 ? plan.name() : plan.name() + "-" + number)
        .map(name ->
            new TestRepository(name, plan.name(), kept, plan.pullRequests(), plan.surroundings()))
        .toList();
  }

  private static void make(RepositoryPlan plan, Path making, Path kept) throws IOException {
    String bundle = plan.bundle();
    if (bundle == null) {
      new GeneratedRepository(plan).make(making);
    } else {
      unbundle(Path.of(bundle), making);
    }
    try {
      Files.move(making, kept, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException made) {
      // by another run at the same time
    }
  }

  private static void unbundle(Path bundle, Path making) throws IOException {
    if (!Files.isReadable(bundle)) {
      throw new IOException("The bundle %s cannot be read".formatted(bundle));
    }
    GitCommand.in(
            making,
            "clone",
            "-q",
            "--mirror",
            bundle.toAbsolutePath().toString(),
            making.toString())
        .succeed();
    Packing.pack(making);
  }

  private static void check(RepositoryPlan plan) throws IOException {
    if (plan.count() < 1) {
      throw new IOException(
          "The repository %s has the count %d".formatted(plan.name(), plan.count()));
    }
    if (plan.pullRequests() >= Math.max(plan.branches(), 1)) {
      throw new IOException(
          "The repository %s has %d branches beside the default one, too few for %d pull requests"
              .formatted(plan.name(), plan.branches() - 1, plan.pullRequests()));
    }
    boolean possible =
        plan.bytes() > 0
            && plan.commits() > 0
            && plan.branches() > 0
            && plan.files() > 0
            && plan.tags() >= 0;
    if (plan.bundle() == null && !possible) {
      throw new IOException(
          "The repository %s needs bytes, commits, branches and files above 0: %s"
              .formatted(plan.name(), plan));
    }
  }

  private static String key(RepositoryPlan plan) throws IOException {
    String bundle = plan.bundle();
    String text =
        bundle == null || !Files.exists(Path.of(bundle))
            ? "%d %d %d %d %d %d"
                .formatted(
                    GENERATION,
                    plan.bytes(),
                    plan.commits(),
                    plan.branches(),
                    plan.tags(),
                    plan.files())
            : "%s %d %s"
                .formatted(
                    bundle,
                    Files.size(Path.of(bundle)),
                    Files.getLastModifiedTime(Path.of(bundle)));
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "%064x".formatted(new BigInteger(1, hash)).substring(0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
