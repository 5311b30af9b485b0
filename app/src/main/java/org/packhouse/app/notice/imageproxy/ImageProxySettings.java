package org.packhouse.app.notice.imageproxy;

import java.time.Duration;
import java.util.List;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.configuration.AtMost;
import org.packhouse.app.platform.outbound.OutboundAddresses;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code image-proxy.*}: images of other hosts in text of users.
 *
 * @param enabled whether images are shown, and not linked
 * @param allowedAddresses non-public addresses and CIDR blocks, such as {@code 10.1.0.0/16}, of
 *     allowed hosts
 * @param maxSize largest image
 * @param timeout longest time of a fetch
 */
@Validated
@ConfigurationProperties("image-proxy")
record ImageProxySettings(
    @DefaultValue("true") boolean enabled,
    @DefaultValue List<String> allowedAddresses,
    @DefaultValue("5MB") @AtLeast("1KB") @AtMost("50MB") DataSize maxSize,
    @DefaultValue("10s") @AtLeast("1ms") Duration timeout) {

  ImageProxySettings {
    allowedAddresses = List.copyOf(allowedAddresses);
    OutboundAddresses.check(allowedAddresses);
  }
}
