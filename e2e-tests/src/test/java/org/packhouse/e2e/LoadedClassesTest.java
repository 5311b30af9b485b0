package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.packhouse.e2e.harness.PackagedServer;

class LoadedClassesTest {

  @Test
  void aNodeThatIsAloneLoadsNothingOfHazelcast() throws IOException, InterruptedException {
    String loaded = loaded();
    assertThat(loaded)
        .contains("org.packhouse.cluster.Membership")
        .doesNotContain("com.hazelcast.");
  }

  /** Spring says nothing when it reads annotations, and the start takes half as long again. */
  @Test
  void aStartReadsNoAnnotationsForItsBeans() throws IOException, InterruptedException {
    assertThat(loaded())
        .contains("org.packhouse.app.PackhouseServer__ApplicationContextInitializer")
        .doesNotContain("org.springframework.context.annotation.ConfigurationClassParser");
  }

  /** It would compute base points of curves for which nobody here has a key. */
  @Test
  void sshMakesNoProviderOfBouncyCastle() throws IOException, InterruptedException {
    assertThat(loaded())
        .contains("org.bouncycastle.jcajce.provider.asymmetric.edec.KeyFactorySpi$Ed25519")
        .doesNotContain("org.bouncycastle.jce.provider.BouncyCastleProvider");
  }

  /** The JVM records no class of a signed jar, and says so nowhere. */
  @Test
  void noLibraryOfAnUnpackedServerIsSigned() throws IOException {
    Path libraries = recording().resolveSibling("lib");
    List<Path> jars;
    try (Stream<Path> files = Files.list(libraries)) {
      jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
    }
    assertThat(jars)
        .hasSizeGreaterThan(100)
        .allSatisfy(jar -> {
          try (ZipFile file = new ZipFile(jar.toFile())) {
            assertThat(file.stream().map(ZipEntry::getName))
                .noneMatch(name -> name.matches("META-INF/[^/]*\\.(SF|RSA|DSA|EC)"));
          }
        });
  }

  private static String loaded() throws IOException, InterruptedException {
    long pid = PackagedServer.shared().process().pid();
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process asked =
        new ProcessBuilder(jcmd.toString(), Long.toString(pid), "VM.class_hierarchy")
            .redirectErrorStream(true)
            .start();
    String loaded = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(asked.waitFor()).as(loaded).isZero();
    return loaded;
  }

  /** The JVM says nothing when its flags are not those of the recording, and starts slowly. */
  @Test
  void aStartGoesByTheOneThatWasRecorded() throws IOException {
    assertThat(recording()).isRegularFile();
  }

  /** The launcher says nothing when it is not, and the first push takes twice as long. */
  @Test
  void aPushIsRecordedWithTheStart() throws IOException {
    assertThat(recording().resolveSibling("rehearsal.log"))
        .content()
        .contains("The recording of this start has a push in it");
  }

  private static Path recording() throws IOException {
    long pid = PackagedServer.shared().process().pid();
    Matcher mapped =
        Pattern.compile("/.*/start-\\d+\\.aot$", Pattern.MULTILINE)
            .matcher(Files.readString(Path.of("/proc", Long.toString(pid), "maps")));
    assertThat(mapped.find()).as("a mapped recording").isTrue();
    return Path.of(mapped.group());
  }
}
