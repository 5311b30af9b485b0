package org.packhouse.app.source.commit;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code commit.message.*}: characters of messages of single commits, and in lists; Bitbucket has
 * the same settings and defaults.
 */
@Validated
@ConfigurationProperties("commit.message")
public record CommitMessageSettings(
    @DefaultValue("262144") @Min(1) @Max(16_777_216) int max, @DefaultValue @Valid Bulk bulk) {

  public record Bulk(@DefaultValue("16384") @Min(1) @Max(1_048_576) int max) {}
}
