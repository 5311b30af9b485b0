package org.packhouse.app.notice.webhook;

import java.time.Duration;
import java.util.List;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.outbound.OutboundAddresses;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code webhook.*}: delivery of events to receivers.
 *
 * @param allowedAddresses non-public addresses and CIDR blocks, such as {@code 10.1.0.0/16}, of
 *     allowed receivers
 * @param timeout longest time of a delivery
 */
@Validated
@ConfigurationProperties("webhook")
record WebhookSettings(
    @DefaultValue List<String> allowedAddresses,
    @DefaultValue("20s") @AtLeast("1ms") Duration timeout) {

  WebhookSettings {
    allowedAddresses = List.copyOf(allowedAddresses);
    OutboundAddresses.check(allowedAddresses);
  }
}
