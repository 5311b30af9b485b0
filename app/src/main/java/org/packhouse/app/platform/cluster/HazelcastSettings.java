package org.packhouse.app.platform.cluster;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.validation.annotation.Validated;

/**
 * {@code hazelcast.*}: the place of this node in a cluster; without effect on one that has none.
 *
 * @param port that the other nodes reach it at
 * @param group which cluster
 * @param localAddress the one address, of this machine, that it binds; absent: that of those in
 *     {@code hazelcast.network.tcpip.members}, else the one that this machine's name resolves to
 */
@Validated
@ConfigurationProperties("hazelcast")
record HazelcastSettings(
    @DefaultValue("5701") @Min(1) @Max(65535) int port,
    @DefaultValue @Valid Group group,
    @Name("local.address") @Nullable String localAddress) {

  /**
   * A cluster.
   *
   * @param name that its nodes know it by
   * @param password that they all have, by which they let each other in; it is never sent
   */
  record Group(
      @DefaultValue("packhouse")
          @Pattern(
              regexp = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}",
              message = "must have 1 to 63 letters, digits, dots, hyphens or underscores")
          String name,
      @Nullable @Size(min = 12, message = "must have at least 12 characters") String password) {

    /** Without the password. */
    @Override
    public String toString() {
      return "Group[" + name + "]";
    }
  }
}
