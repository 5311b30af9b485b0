package org.packhouse.app.storage.objects;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code scm.git.cache.*}: the cache of pack windows of all repositories.
 *
 * @param heapPercentage share of the heap that pack windows may take, in percent
 */
@Validated
@ConfigurationProperties("scm.git.cache")
record GitCacheSettings(@DefaultValue("20") @Min(1) @Max(50) int heapPercentage) {}
