package org.packhouse.app.networks.imports;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * {@code import.*}: repositories that come from elsewhere.
 *
 * @param allowedAddresses addresses and CIDR blocks, such as {@code 10.1.0.0/16}, that may be
 *     imported from although they are not public
 * @param caCertificates a PEM file of the authorities that certificates of other servers are
 *     checked against, in place of those that git's machine knows; absent: those
 * @param maxSize most bytes that an import may bring; 0: no limit but the repository's quota
 * @param maxMemory most memory that native git may use to take in what comes
 * @param minFreeDisk an import stops before less than that is left where repositories lie
 * @param timeout the longest that one import may take
 * @param connectTimeout the longest that it may take until the other server has said what it has
 * @param idleTimeout the longest that the other server may send nothing
 * @param threads how many imports this node runs at once
 * @param local folders of this server
 */
@ConfigurationProperties("import")
record ImportSettings(
    @DefaultValue List<String> allowedAddresses,
    @Nullable Path caCertificates,
    @DefaultValue("10GB") DataSize maxSize,
    @DefaultValue("1GB") DataSize maxMemory,
    @DefaultValue("1GB") DataSize minFreeDisk,
    @DefaultValue("6h") Duration timeout,
    @DefaultValue("2m") Duration connectTimeout,
    @DefaultValue("5m") Duration idleTimeout,
    @DefaultValue("2") int threads,
    @DefaultValue Local local) {

  /**
   * {@code import.local.*}.
   *
   * @param root system administrators may import repositories in this folder of the server; absent:
   *     none
   */
  record Local(@Nullable Path root) {}

  ImportSettings {
    allowedAddresses = List.copyOf(allowedAddresses);
    allowedAddresses.forEach(AddressRules::range);
    if (caCertificates != null
        && !(caCertificates.isAbsolute() && Files.isReadable(caCertificates))) {
      throw new IllegalArgumentException(
          "import.ca-certificates is "
              + caCertificates
              + ", but must be the absolute path of a PEM file that can be read");
    }
    requireNotNegative("max-size", maxSize);
    requireNotNegative("min-free-disk", minFreeDisk);
    if (maxMemory.toMegabytes() < 64) {
      throw new IllegalArgumentException(
          "import.max-memory is " + maxMemory + ", but must be 64MB or more");
    }
    requirePositive("timeout", timeout);
    requirePositive("connect-timeout", connectTimeout);
    if (idleTimeout.toSeconds() < 1) {
      throw new IllegalArgumentException(
          "import.idle-timeout is " + idleTimeout + ", but must be 1s or more");
    }
    if (threads < 1) {
      throw new IllegalArgumentException(
          "import.threads is " + threads + ", but must be 1 or more");
    }
    Path root = local.root();
    if (root != null && !root.isAbsolute()) {
      throw new IllegalArgumentException(
          "import.local.root is " + root + ", but must be an absolute path");
    }
  }

  private static void requireNotNegative(String name, DataSize value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(
          "import." + name + " is " + value + ", but must be 0 or more");
    }
  }

  private static void requirePositive(String name, Duration value) {
    if (!value.isPositive()) {
      throw new IllegalArgumentException(
          "import." + name + " is " + value + ", but must be more than 0");
    }
  }
}
