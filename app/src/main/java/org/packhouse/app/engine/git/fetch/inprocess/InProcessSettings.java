package org.packhouse.app.engine.git.fetch.inprocess;

import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code git.in-process.*}: up to which size the server makes the responses of clones and fetches
 * itself. What is larger is native git's.
 *
 * @param responses how many it makes at once; native git makes those beyond for which none comes
 *     free within a moment. Absent: as many as the heap has room for
 * @param repositorySize packs of a repository together
 * @param commits new commits that a fetch asks for
 * @param objects objects that are put into a pack one by one; those of a pack that is sent as a
 *     whole do not count
 */
@Validated
@ConfigurationProperties("git.in-process")
record InProcessSettings(
    @Nullable @Min(0) Integer responses,
    @DefaultValue("1GB") @AtLeast("0B") DataSize repositorySize,
    @DefaultValue("1000") @Min(0) int commits,
    @DefaultValue("20000") @Min(0) int objects) {

  /** Heap for each response: its objects, and a part of the packs' indexes. */
  private static final long HEAP_OF_A_RESPONSE = DataSize.ofMegabytes(64).toBytes();

  /**
   * How many it makes at once.
   *
   * @param heap bytes that the heap may have
   */
  int places(long heap) {
    return responses == null ? (int) Math.max(1, heap / HEAP_OF_A_RESPONSE) : responses;
  }
}
