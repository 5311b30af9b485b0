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
 * {@code webhook.*}: receivers that are told what happens.
 *
 * @param allowedAddresses addresses and CIDR blocks, such as {@code 10.1.0.0/16}, at which
 *     receivers may be although they are not public
 * @param connectTimeout the longest that it may take until a receiver has taken the connection
 * @param timeout the longest that one delivery may take
 * @param maxResponse how much of a response is read and shown
 * @param giveUpAfter for how long a delivery that fails is tried again
 * @param history for how long deliveries are shown
 * @param threads how many receivers this node tells at once
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
