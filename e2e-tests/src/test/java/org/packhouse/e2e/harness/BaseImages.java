package org.packhouse.e2e.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The images that {@code docker/Dockerfile} begins with, made of the packages of this machine's
 * distribution and of the JDK that runs this, where that is in the image of Eclipse Temurin.
 */
public record BaseImages(Buildah buildah) {

  private static final String BASE = "localhost/base";
  private static final String JDK = "localhost/jdk";
  private static final String JAVA_HOME = "/opt/java/openjdk";

  /** A directory that all images have, where Maven finds this machine's files while it builds. */
  private static final String MAVEN = "/mnt";

  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  /** Makes them, and returns the options of a build that begins with them. */
  public List<String> make() throws IOException {
    makeBase();
    makeJdk();
    return List.of(
        "--build-arg=BASE_IMAGE=" + BASE,
        "--build-arg=JDK_IMAGE=" + JDK,
        "--volume=" + mavenFiles() + ":" + MAVEN);
  }

  private void makeBase() throws IOException {
    Path files = buildah.directory().resolve("base.tar");
    String release = release();
    List<String> sources = sources(release);
    List<String> command = new ArrayList<>(List.of("mmdebstrap", "--quiet", "--mode=root"));
    command.addAll(List.of("--variant=minbase", "--include=apt", release, files.toString()));
    if (sources.stream().anyMatch(source -> source.startsWith("deb https:"))) {
      command.add(3, "--include=ca-certificates");
    }
    command.addAll(sources);
    buildah.program(command);
    String container = buildah.from("scratch");
    buildah.run("add", "--quiet", container, files.toString(), "/");
    buildah.commit(container, BASE);
    Files.delete(files);
  }

  /** The name of the distribution's release, such as {@code bookworm}. */
  private static String release() throws IOException {
    String key = "VERSION_CODENAME=";
    return Files.readAllLines(Path.of("/etc/os-release")).stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()).replace("\"", ""))
        .findFirst()
        .orElseThrow();
  }

  /** Where this machine has the packages of the distribution from, and their later releases. */
  private List<String> sources(String release) {
    Set<String> suites = Set.of(release, release + "-updates", release + "-security");
    String format = "$(RELEASE) deb $(REPO_URI) $(RELEASE) $(COMPONENT)";
    return buildah
        .program(List.of("apt-get", "indextargets", "--format", format, "Created-By: Packages"))
        .lines()
        .map(line -> line.split(" ", 2))
        .filter(line -> suites.contains(line[0]))
        .map(line -> line[1])
        .distinct()
        .toList();
  }

  private void makeJdk() throws IOException {
    Path files = buildah.directory().resolve("jdk");
    // Of what is a link to elsewhere, such as the certificates, the file itself.
    buildah.program(List.of("cp", "-rL", "--", System.getProperty("java.home"), files.toString()));
    String container = buildah.from(BASE);
    String install =
        "apt-get update && apt-get install -y --no-install-recommends binutils ca-certificates"
            + " fontconfig && rm -rf /var/lib/apt/lists/*";
    buildah.run("run", "--isolation", "chroot", container, "--", "sh", "-c", install);
    buildah.run("copy", "--quiet", container, files.toString(), JAVA_HOME);
    buildah.run(
        "config",
        "--env=JAVA_HOME=" + JAVA_HOME,
        "--env=PATH=" + JAVA_HOME + "/bin:" + PATH,
        "--env=MAVEN_OPTS=" + options("MAVEN_OPTS", "-Duser.home=" + MAVEN),
        "--env=MAVEN_ARGS=" + options("MAVEN_ARGS", "-Dmaven.repo.local=" + MAVEN + "/repository"),
        "--env=MAVEN_USER_HOME=" + MAVEN + "/.m2",
        container);
    buildah.commit(container, JDK);
    buildah.program(List.of("rm", "-rf", files.toString()));
  }

  private static String options(String variable, String more) {
    return (System.getenv().getOrDefault(variable, "") + " " + more).strip();
  }

  /** Copies what Maven has on this machine, for the user of the build to read and to write. */
  private Path mavenFiles() throws IOException {
    Path copy = Files.createDirectory(buildah.directory().resolve("maven"));
    Path settings = Files.createDirectory(copy.resolve(".m2"));
    Path user = Path.of(System.getProperty("user.home"), ".m2");
    Path own = Optional.ofNullable(System.getenv("MAVEN_USER_HOME")).map(Path::of).orElse(user);
    Path repository =
        Optional.ofNullable(System.getProperty("localRepository"))
            .map(Path::of)
            .orElse(user.resolve("repository"));
    copy(own.resolve("wrapper"), settings);
    copy(user.resolve("settings.xml"), settings);
    copy(user.resolve("settings-security.xml"), settings);
    copy(repository, copy.resolve("repository"));
    buildah.program(List.of("chmod", "-R", "a+rwX", copy.toString()));
    return copy;
  }

  private void copy(Path from, Path to) {
    if (Files.exists(from)) {
      buildah.program(List.of("cp", "-r", "--", from.toString(), to.toString()));
    }
  }
}
