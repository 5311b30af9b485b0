package org.packhouse.app.identity.avatar;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code avatar.*}: what pictures are taken.
 *
 * @param maxDimension pixels at most, in width and in height
 * @param maxSize bytes at most, above 0 and no more than 8 MB
 */
@Validated
@ConfigurationProperties("avatar")
record AvatarSettings(
    @DefaultValue("1024") @Min(16) @Max(4096) int maxDimension,
    @DefaultValue("1MB") @NotNull DataSize maxSize) {

  private static final DataSize MOST = DataSize.ofMegabytes(8);

  AvatarSettings {
    if (maxSize.toBytes() <= 0 || maxSize.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "avatar.max-size must be above 0 and at most 8MB: " + maxSize);
    }
  }
}
