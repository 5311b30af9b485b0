package org.packhouse.app.notice.webhook;

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
 * {@code webhook.*}: delivery of events to receivers.
 *
 * @param allowedAddresses non-public addresses and CIDR blocks, such as {@code 10.1.0.0/16}, of
 *     allowed receivers
 * @param connectTimeout longest time to connect to a receiver
 * @param timeout longest time of a delivery
 * @param maxResponse bytes of a response that are kept
 * @param giveUpAfter time after which a failing delivery is given up
 * @param history time that deliveries are listed
 * @param threads receivers that this node sends to at once
 */
@Validated
@ConfigurationProperties("webhook")
record WebhookSettings(
    @DefaultValue List<String> allowedAddresses,
    @DefaultValue("5s") @AtLeast("1ms") Duration connectTimeout,
    @DefaultValue("20s") @AtLeast("1ms") Duration timeout,
    @DefaultValue("16KB") @AtLeast("0B") @AtMost("1MB") DataSize maxResponse,
    @DefaultValue("1d") @AtLeast("0s") Duration giveUpAfter,
    @DefaultValue("7d") @AtLeast("0s") Duration history,
    @DefaultValue("32") @Min(1) int threads) {

  WebhookSettings {
    allowedAddresses = List.copyOf(allowedAddresses);
    OutboundAddresses.check(allowedAddresses);
  }
}
