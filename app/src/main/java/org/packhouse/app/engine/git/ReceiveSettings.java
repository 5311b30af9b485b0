package org.packhouse.app.engine.git;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * {@code receive.*}: what a push may be.
 *
 * @param maxSize most bytes of a pack; 0: no limit
 * @param maxMemory most memory that native git may use to take in a pack; 0: no limit
 * @param inProcessSize packs up to that many bytes are taken in by the server itself; 0: all by
 *     native git; at most 16 MB
 * @param inProcessObjects packs of more objects are taken in by native git
 * @param maxInflatedSize most bytes that all objects of a pack of up to {@code inProcessSize} may
 *     have together
 */
@ConfigurationProperties("receive")
record ReceiveSettings(
    @DefaultValue("10GB") DataSize maxSize,
    @DefaultValue("1GB") DataSize maxMemory,
    @DefaultValue("1MB") DataSize inProcessSize,
    @DefaultValue("2000") int inProcessObjects,
    @DefaultValue("1GB") DataSize maxInflatedSize) {

  private static final DataSize MOST_IN_PROCESS = DataSize.ofMegabytes(16);

  ReceiveSettings {
    checkNotNegative("max-size", maxSize);
    checkNotNegative("max-memory", maxMemory);
    checkNotNegative("in-process-size", inProcessSize);
    if (inProcessSize.compareTo(MOST_IN_PROCESS) > 0) {
      throw new IllegalArgumentException(
          "receive.in-process-size is " + inProcessSize + ", but must be at most 16MB");
    }
    if (inProcessObjects < 0) {
      throw new IllegalArgumentException(
          "receive.in-process-objects is " + inProcessObjects + ", but must be 0 or more");
    }
    if (maxInflatedSize.toBytes() < 1) {
      throw new IllegalArgumentException(
          "receive.max-inflated-size is " + maxInflatedSize + ", but must be more than 0");
    }
  }

  private static void checkNotNegative(String name, DataSize size) {
    if (size.isNegative()) {
      throw new IllegalArgumentException(
          "receive." + name + " is " + size + ", but must be 0 or more");
    }
  }
}
