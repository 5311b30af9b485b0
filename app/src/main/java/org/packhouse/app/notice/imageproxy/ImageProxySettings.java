package org.packhouse.app.notice.imageproxy;

import jakarta.validation.constraints.Min;
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
 * {@code image-proxy.*}: images of other hosts in what people write.
 *
 * @param enabled whether they are shown; else there are links to them
 * @param allowedAddresses addresses and CIDR blocks, such as {@code 10.1.0.0/16}, that images may
 *     come from although they are not public
 * @param maxSize the largest image
 * @param connectTimeout the longest that it may take until the other host has taken the connection
 * @param timeout the longest that one image may take
 * @param threads how many images this node fetches at once
 * @param cache how many bytes of images this node keeps in memory
 */
@Validated
@ConfigurationProperties("image-proxy")
record ImageProxySettings(
    @DefaultValue("true") boolean enabled,
    @DefaultValue List<String> allowedAddresses,
    @DefaultValue("5MB") @AtLeast("1KB") @AtMost("50MB") DataSize maxSize,
    @DefaultValue("3s") @AtLeast("1ms") Duration connectTimeout,
    @DefaultValue("10s") @AtLeast("1ms") Duration timeout,
    @DefaultValue("16") @Min(1) int threads,
    @DefaultValue("16MB") @AtLeast("0B") @AtMost("1GB") DataSize cache) {

  ImageProxySettings {
    allowedAddresses = List.copyOf(allowedAddresses);
    OutboundAddresses.check(allowedAddresses);
  }
}
