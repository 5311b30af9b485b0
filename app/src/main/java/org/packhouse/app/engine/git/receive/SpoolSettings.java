package org.packhouse.app.engine.git.receive;

import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code receive.spool.*}: pushes that take their ticket only when complete.
 *
 * @param slowerThan bytes a second, over the first {@code receive.in-process-size}; 0: none
 * @param minFreeDisk room that spooled packs leave on the local disk
 */
@Validated
@ConfigurationProperties("receive.spool")
record SpoolSettings(
    @DefaultValue("1MB") @AtLeast("0B") DataSize slowerThan,
    @DefaultValue("1GB") @AtLeast("0B") DataSize minFreeDisk) {}
