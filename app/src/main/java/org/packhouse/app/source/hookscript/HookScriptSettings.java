package org.packhouse.app.source.hookscript;

import java.time.Duration;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code hook-script.*}: programs that system administrators upload.
 *
 * @param enabled whether they are run at all
 * @param timeout the longest that one may run
 * @param memory the most memory that one may have, with all that it starts
 */
@Validated
@ConfigurationProperties("hook-script")
public record HookScriptSettings(
    @DefaultValue("false") boolean enabled,
    @DefaultValue("30s") @AtLeast("1s") Duration timeout,
    @DefaultValue("256MB") @AtLeast("16MB") DataSize memory) {}
