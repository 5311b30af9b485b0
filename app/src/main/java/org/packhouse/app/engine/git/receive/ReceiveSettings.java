package org.packhouse.app.engine.git.receive;

import jakarta.validation.constraints.Min;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.configuration.AtMost;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code receive.*}: limits of a push.
 *
 * @param maxSize bytes of a pack; 0: no limit
 * @param maxMemory of native git for a pack; 0: no limit
 * @param inProcessSize packs that the server takes in itself; 0: none; at most 16 MB
 * @param inProcessObjects objects of such a pack
 * @param maxInflatedSize of all objects of such a pack
 */
@Validated
@ConfigurationProperties("receive")
record ReceiveSettings(
    @DefaultValue("10GB") @AtLeast("0B") DataSize maxSize,
    @DefaultValue("1GB") @AtLeast("0B") DataSize maxMemory,
    @DefaultValue("1MB") @AtLeast("0B") @AtMost("16MB") DataSize inProcessSize,
    @DefaultValue("2000") @Min(0) int inProcessObjects,
    @DefaultValue("1GB") @AtLeast("1B") DataSize maxInflatedSize) {}
