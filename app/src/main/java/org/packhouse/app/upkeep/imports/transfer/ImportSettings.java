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
 * {@code import.*}: imports of repositories.
 *
 * @param allowedAddresses non-public addresses and CIDR blocks, such as {@code 10.1.0.0/16}, that
 *     may be imported from
 * @param caCertificates PEM file of the authorities that sign certificates of other servers;
 *     absent: those of the system
 * @param maxSize most bytes of an import; 0: only the quota of the repository limits
 * @param timeout longest time of an import
 * @param connectTimeout longest time until the other server has listed its refs
 * @param idleTimeout longest time without data from the other server
 * @param threads concurrent imports on this node
 */
@Validated
@ConfigurationProperties("import")
public record ImportSettings(
    @DefaultValue List<String> allowedAddresses,
    @Nullable Path caCertificates,
    @DefaultValue("10GB") @AtLeast("0B") DataSize maxSize,
    @DefaultValue("6h") @AtLeast("1ms") Duration timeout,
    @DefaultValue("2m") @AtLeast("1ms") Duration connectTimeout,
    @DefaultValue("5m") @AtLeast("1s") Duration idleTimeout,
    @DefaultValue("2") @Min(1) int threads) {

  /**
   * {@code import.local.*}.
   *
   * @param root directory whose repositories system administrators may import; absent: none
   */
  @ConfigurationProperties("import.local")
  public record LocalSettings(@Nullable Path root) {

    public LocalSettings {
      if (root != null && !root.isAbsolute()) {
        throw new IllegalArgumentException(
            "import.local.root is " + root + ", but must be an absolute path");
      }
    }
  }

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
  }
}
