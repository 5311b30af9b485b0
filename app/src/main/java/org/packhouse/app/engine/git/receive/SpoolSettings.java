package org.packhouse.app.engine.git.receive;

import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code receive.spool.*}: which pushes wait for their ticket only when all of them is there.
 *
 * @param slowerThan packs that come with fewer bytes a second, over the first {@code
 *     receive.in-process-size} of them; 0: none
 * @param minFreeDisk how much of the local disk they leave free; a pack for which there is no room
 *     takes its ticket at once
 */
@Validated
@ConfigurationProperties("receive.spool")
record SpoolSettings(
    @DefaultValue("1MB") @AtLeast("0B") DataSize slowerThan,
    @DefaultValue("1GB") @AtLeast("0B") DataSize minFreeDisk) {}
