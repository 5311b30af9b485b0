package org.packhouse.app.identity.mail;

import java.time.Duration;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.configuration.AtMost;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code mail.*}: delivery of mail; the mail server is set on its page and by REST.
 *
 * @param connectTimeout longest time to connect to the mail server
 * @param timeout longest time without data from the mail server
 * @param giveUpAfter time after which an undeliverable mail is given up
 * @param history time that sent and failed mails are listed
 */
@Validated
@ConfigurationProperties("mail")
record MailSettings(
    @DefaultValue("10s") @AtLeast("1ms") @AtMost("5m") Duration connectTimeout,
    @DefaultValue("30s") @AtLeast("1ms") @AtMost("10m") Duration timeout,
    @DefaultValue("5d") @AtLeast("1m") Duration giveUpAfter,
    @DefaultValue("7d") @AtLeast("1h") Duration history) {}
