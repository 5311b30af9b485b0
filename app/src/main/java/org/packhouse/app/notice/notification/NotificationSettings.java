package org.packhouse.app.notice.notification;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code notification.*}: when people are told.
 *
 * @param dailyHour the hour, in UTC, of the mails that come once a day
 */
@Validated
@ConfigurationProperties("notification")
record NotificationSettings(@DefaultValue("6") @Min(0) @Max(23) int dailyHour) {}
