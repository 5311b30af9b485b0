package org.packhouse.app.engine.git.receive;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.configuration.AtMost;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code receive.*}: what a push may be.
 *
 * @param maxSize most bytes of a pack; 0: no limit
 * @param maxMemory most memory that native git may use to take in a pack; 0: no limit
 * @param inProcessSize packs up to that many bytes are taken in by the server itself; 0: all by
 *     native git; at most 16 MB
 * @param inProcessObjects packs of more objects are taken in by native git
 * @param maxInflatedSize most bytes that all objects of a pack of up to {@code inProcessSize} may
 *     have together
 * @param maxCommandsSize most bytes of all that a push says before its pack, inflated
 * @param maxShallow most commits at which a pushing client's history is cut off
 */
@Validated
@ConfigurationProperties("receive")
record ReceiveSettings(
    @DefaultValue("10GB") @AtLeast("0B") DataSize maxSize,
    @DefaultValue("1GB") @AtLeast("0B") DataSize maxMemory,
    @DefaultValue("1MB") @AtLeast("0B") @AtMost("16MB") DataSize inProcessSize,
    @DefaultValue("2000") @Min(0) int inProcessObjects,
    @DefaultValue("1GB") @AtLeast("1B") DataSize maxInflatedSize,
    @DefaultValue("32MB") @AtLeast("1KB") @AtMost("256MB") DataSize maxCommandsSize,
    @DefaultValue("50000") @Min(0) @Max(1_000_000) int maxShallow) {}
