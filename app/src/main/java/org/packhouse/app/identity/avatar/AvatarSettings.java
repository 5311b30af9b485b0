package org.packhouse.app.identity.avatar;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.configuration.AtMost;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/** {@code avatar.*}: limits of uploads, in pixels for width and height, and in bytes. */
@Validated
@ConfigurationProperties("avatar")
record AvatarSettings(
    @DefaultValue("1024") @Min(16) @Max(4096) int maxDimension,
    @DefaultValue("1MB") @NotNull @AtLeast("1B") @AtMost("8MB") DataSize maxSize) {}
