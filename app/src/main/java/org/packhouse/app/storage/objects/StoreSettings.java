package org.packhouse.app.storage.objects;

import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * {@code store.*}: where repositories lie.
 *
 * @param minFreeDisk free space below which pushes, edits and merges are refused; 0: never
 */
@ConfigurationProperties("store")
record StoreSettings(@DefaultValue("1GB") @NotNull DataSize minFreeDisk) {}
