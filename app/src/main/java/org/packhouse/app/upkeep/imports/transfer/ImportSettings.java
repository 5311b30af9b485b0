package org.packhouse.app.upkeep.imports.transfer;

import jakarta.validation.constraints.Min;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.outbound.OutboundAddresses;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

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
 * @param local directories of this server
 */
@Validated
@ConfigurationProperties("import")
public record ImportSettings(
    @DefaultValue List<String> allowedAddresses,
    @Nullable Path caCertificates,
    @DefaultValue("10GB") @AtLeast("0B") DataSize maxSize,
    @DefaultValue("1GB") @AtLeast("64MB") DataSize maxMemory,
    @DefaultValue("1GB") @AtLeast("0B") DataSize minFreeDisk,
    @DefaultValue("6h") @AtLeast("1ms") Duration timeout,
    @DefaultValue("2m") @AtLeast("1ms") Duration connectTimeout,
    @DefaultValue("5m") @AtLeast("1s") Duration idleTimeout,
    @DefaultValue("2") @Min(1) int threads,
    @DefaultValue Local local) {

  /**
   * {@code import.local.*}.
   *
   * @param root system administrators may import repositories in this directory of the server;
   *     absent: none
   */
  record Local(@Nullable Path root) {}

  public ImportSettings {
    allowedAddresses = List.copyOf(allowedAddresses);
    OutboundAddresses.check(allowedAddresses);
    if (caCertificates != null
        && !(caCertificates.isAbsolute() && Files.isReadable(caCertificates))) {
      throw new IllegalArgumentException(
          "import.ca-certificates is "
              + caCertificates
              + ", but must be the absolute path of a PEM file that can be read");
    }
    Path root = local.root();
    if (root != null && !root.isAbsolute()) {
      throw new IllegalArgumentException(
          "import.local.root is " + root + ", but must be an absolute path");
    }
  }
}
