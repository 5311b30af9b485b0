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
 * Takes the signatures off the libraries of an unpacked server. The JVM records no class of a
 * signed jar for a later start, and checks the digests of all its files before it loads the first.
 * Nothing here asks who signed: a build takes a library by the checksum of its repository.
 */
final class UnsignedLibraries {

  private UnsignedLibraries() {}

  /**
   * Rewrites the signed jars of a directory.
   *
   * @param arguments the directory
   * @throws IOException if a jar cannot be read or written
   */
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

  /**
   * What the specification of jars takes for a signature: a file's digests, and who signed them.
   */
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
