package org.packhouse.app.storage.refs;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code refs.*}: how refs are moved.
 *
 * @param connections ref move transactions of this node at once
 * @param checkInterval how long refs read from disk are trusted while this server moves none, so
 *     how long a change by another program may go unseen. 0: not at all
 * @param foreignMovesAfter how long refs on disk must differ from the stored ones before that
 *     counts as another program's change. 0: at once. Default 10 s, and 70 s on a network file
 *     system, whose client may miss a file for that long
 * @param longestWait how long a ref move waits for earlier ones of the repository, and then for a
 *     connection
 * @param formerTips how long clients may still fetch a previous value of a ref: they may have
 *     listed the refs before it moved
 */
@Validated
@ConfigurationProperties("refs")
public record RefSettings(
    @DefaultValue("8") @Min(1) int connections,
    @DefaultValue("5s") @AtLeast("0s") Duration checkInterval,
    @AtLeast("0s") @Nullable Duration foreignMovesAfter,
    @DefaultValue("30s") @AtLeast("250ms") Duration longestWait,
    @DefaultValue("10m") @AtLeast("0s") Duration formerTips) {}
