package org.packhouse.app.source.attachment;

import jakarta.validation.constraints.NotNull;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.configuration.AtMost;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code attachment.*}.
 *
 * @param maxSize above 0 and at most 16 MB
 */
@Validated
@ConfigurationProperties("attachment")
record AttachmentSettings(
    @DefaultValue("5MB") @NotNull @AtLeast("1B") @AtMost("16MB") DataSize maxSize,
    @DefaultValue("500MB") @NotNull @AtLeast("1B") @AtMost("100GB") DataSize maxRepositorySize) {}
