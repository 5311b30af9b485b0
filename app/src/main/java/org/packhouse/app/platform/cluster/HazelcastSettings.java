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
 * {@code hazelcast.*}: this node's place in a cluster, if it has one.
 *
 * @param localAddress the address of this machine to bind; absent: its own among {@code
 *     hazelcast.network.tcpip.members}, or else that of the machine's name
 */
@Validated
@ConfigurationProperties("hazelcast")
record HazelcastSettings(
    @DefaultValue("5701") @Min(1) @Max(65535) int port,
    @DefaultValue @Valid Group group,
    @Name("local.address") @Nullable String localAddress) {

  /** A cluster, with a password of all nodes that is never sent. */
  record Group(
      @DefaultValue("packhouse")
          @Pattern(
              regexp = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}",
              message = "must have 1 to 63 letters, digits, dots, hyphens or underscores")
          String name,
      @Nullable @Size(min = 12, message = "must have at least 12 characters") String password) {

    /** Omits the password. */
    @Override
    public String toString() {
      return "Group[" + name + "]";
    }
  }
}
