package org.packhouse.app.identity.mail;

import java.time.Duration;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.configuration.AtMost;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code mail.*}: how mail is sent. The mail server itself is set on its page and by REST.
 *
 * @param connectTimeout the longest that it may take until the mail server has taken the connection
 * @param timeout the longest that it may say nothing, or take nothing
 * @param giveUpAfter for how long a mail is tried that the mail server does not take
 * @param history for how long it is remembered what was sent and what failed
 */
@Validated
@ConfigurationProperties("mail")
record MailSettings(
    @DefaultValue("10s") @AtLeast("1ms") @AtMost("5m") Duration connectTimeout,
    @DefaultValue("30s") @AtLeast("1ms") @AtMost("10m") Duration timeout,
    @DefaultValue("5d") @AtLeast("1m") Duration giveUpAfter,
    @DefaultValue("7d") @AtLeast("1h") Duration history) {}
