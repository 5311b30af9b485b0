package org.packhouse.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/**
 * Strips signatures from the libraries of an unpacked server: the JVM records no class of a signed
 * jar for later starts, and verifies all its digests before the first class. A build checks
 * libraries by their checksum in the repository.
 */
final class UnsignedLibraries {

  private UnsignedLibraries() {}

  /** Takes the directory as its argument. */
  public static void main(String[] arguments) throws IOException {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(arguments[0]), "*.jar")) {
      for (Path jar : jars) {
        unsign(jar);
      }
    }
  }

  private static void unsign(Path jar) throws IOException {
    try (FileSystem files = FileSystems.newFileSystem(jar)) {
      Path meta = files.getPath("META-INF");
      List<Path> signatures = signatures(meta);
      if (signatures.isEmpty()) {
        return;
      }
      for (Path signature : signatures) {
        Files.delete(signature);
      }
      withoutDigests(meta.resolve("MANIFEST.MF"));
    }
  }

  /** A start reads the manifest of each library that it loads a class of. */
  private static void withoutDigests(Path file) throws IOException {
    Manifest manifest;
    try (InputStream in = Files.newInputStream(file)) {
      manifest = new Manifest(in);
    }
    for (Attributes attributes : manifest.getEntries().values()) {
      attributes.keySet().removeIf(name -> name.toString().endsWith("-Digest"));
    }
    manifest.getEntries().values().removeIf(Attributes::isEmpty);
    try (OutputStream out = Files.newOutputStream(file)) {
      manifest.write(out);
    }
  }

  /** Signature files by the jar specification. */
  private static List<Path> signatures(Path meta) throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(meta)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(meta, "*.{SF,RSA,DSA,EC}")) {
        files.forEach(found::add);
      }
    }
    return found;
  }
}
