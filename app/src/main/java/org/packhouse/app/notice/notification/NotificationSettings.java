package org.packhouse.app.notice.notification;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code notification.*}: mails about pull requests.
 *
 * @param dailyHour hour of daily mails, in UTC
 */
@Validated
@ConfigurationProperties("notification")
record NotificationSettings(@DefaultValue("6") @Min(0) @Max(23) int dailyHour) {}
