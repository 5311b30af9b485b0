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
 * @param connections how many refs moves of this node may be in their transaction at once
 * @param checkInterval how long refs on disk are taken to be what was read of them, while the
 *     server itself moves none: so long a change by other programs may go unseen. 0: not at all
 * @param foreignMovesAfter how long refs on disk must have differed from what is stored before that
 *     is taken for the work of another program. 0: at once. By default 10 s, and 70 s on a network
 *     file system, whose client may not see a file for so long
 * @param longestWait how long a move of refs waits for those of the same repository before it, and
 *     then for a connection
 * @param formerTips how long clients may still fetch what a ref pointed to before it was moved:
 *     they may have listed the refs before that
 */
@Validated
@ConfigurationProperties("refs")
public record RefSettings(
    @DefaultValue("8") @Min(1) int connections,
    @DefaultValue("5s") @AtLeast("0s") Duration checkInterval,
    @AtLeast("0s") @Nullable Duration foreignMovesAfter,
    @DefaultValue("30s") @AtLeast("250ms") Duration longestWait,
    @DefaultValue("10m") @AtLeast("0s") Duration formerTips) {}
