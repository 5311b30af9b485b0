package org.packhouse.app.engine.git.fetch.inprocess;

import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code git.in-process.*}: size up to which the server makes responses itself rather than native
 * git.
 *
 * @param responses at once; absent: as many as the heap has room for
 * @param repositorySize of all packs
 * @param commits new commits of a fetch
 * @param objects put into a pack one by one, without those of a copied pack
 */
@Validated
@ConfigurationProperties("git.in-process")
record InProcessSettings(
    @Nullable @Min(0) Integer responses,
    @DefaultValue("1GB") @AtLeast("0B") DataSize repositorySize,
    @DefaultValue("1000") @Min(0) int commits,
    @DefaultValue("20000") @Min(0) int objects) {

  /** Bytes for objects and a part of the packs' indexes. */
  private static final long HEAP_OF_A_RESPONSE = DataSize.ofMegabytes(64).toBytes();

  /** Returns the responses at once for a heap of so many bytes. */
  int places(long heap) {
    return responses == null ? (int) Math.max(1, heap / HEAP_OF_A_RESPONSE) : responses;
  }
}
