package org.packhouse.app.platform.cluster;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Properties;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/** The build of this server: its commit, or else a checksum of the jar. */
public final class ServerBuild {

  private static final String PROPERTIES = "/META-INF/build-info.properties";
  private static final String UNKNOWN = "unknown";
  private static final String ID = find();

  private ServerBuild() {}

  public static String id() {
    return ID;
  }

  private static String find() {
    try {
      String commit = commit();
      return commit.equals(UNKNOWN) ? checksum() : commit;
    } catch (IOException | URISyntaxException e) {
      return UNKNOWN;
    }
  }

  private static String commit() throws IOException {
    try (InputStream in = ServerBuild.class.getResourceAsStream(PROPERTIES)) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return properties.getProperty("build.commit", UNKNOWN);
    }
  }

  private static String checksum() throws IOException, URISyntaxException {
    CodeSource source = ServerBuild.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      return UNKNOWN;
    }
    Path jar = Path.of(source.getLocation().toURI());
    if (!Files.isRegularFile(jar)) {
      return UNKNOWN;
    }
    CRC32 sum = new CRC32();
    try (InputStream in =
        new CheckedInputStream(new BufferedInputStream(Files.newInputStream(jar)), sum)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return "jar-%08x".formatted(sum.getValue());
  }
}
