package org.packhouse.app.engine.git.fetch;

import jakarta.validation.constraints.Min;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code git.in-process.*}: up to which size the server makes the answers of clones and fetches
 * itself. What is larger is native git's.
 *
 * @param answers how many it makes at once; native git makes those beyond for which none comes free
 *     within a moment
 * @param repositorySize packs of a repository together
 * @param commits new commits that a fetch asks for
 * @param objects objects that are put into a pack one by one; those of a pack that is sent as a
 *     whole do not count
 */
@Validated
@ConfigurationProperties("git.in-process")
record InProcessSettings(
    @DefaultValue("8") @Min(0) int answers,
    @DefaultValue("1GB") @AtLeast("0B") DataSize repositorySize,
    @DefaultValue("1000") @Min(0) int commits,
    @DefaultValue("10000") @Min(0) int objects) {}
