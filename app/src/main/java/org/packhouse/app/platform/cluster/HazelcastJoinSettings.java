package org.packhouse.app.platform.cluster;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** {@code join}: seconds that the first node waits for others starting at the same time. */
@Validated
@ConfigurationProperties("hazelcast.wait.seconds.before")
record HazelcastJoinSettings(@DefaultValue("1") @Min(0) @Max(60) int join) {}
