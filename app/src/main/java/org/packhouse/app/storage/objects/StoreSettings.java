package org.packhouse.app.storage.objects;

import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * {@code store.*}: where repositories lie.
 *
 * @param minFreeDisk pushes, edits and merges are refused when less than that is left; 0: they are
 *     not
 */
@ConfigurationProperties("store")
record StoreSettings(@DefaultValue("1GB") @NotNull DataSize minFreeDisk) {}
