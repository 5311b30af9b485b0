package org.apache.coyote.http2;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Tomcat internals that {@link WideningUpgradeHandler} uses and another version of Tomcat may lack.
 * They are named as text, so that this class loads in any case.
 */
public final class Http2Internals {

  private static final String BODY = "org.apache.coyote.http2.Stream$StandardStreamInputBuffer";

  private static final Map<String, List<String>> NEEDED =
      Map.of(
          "org.apache.coyote.http2.Http2AsyncUpgradeHandler",
          List.of(
              "Stream getStream(int)",
              "ByteBuffer startRequestBodyFrame(int, int, boolean)",
              "void endRequestBodyFrame(int, int)",
              "void sendStreamReset(StreamStateMachine, StreamException)",
              "void writeSettings()",
              "byte[] createWindowUpdateForSettings()",
              "HeaderEmitter headersStart(int, boolean)",
              "void headersEnd(int, boolean)",
              "void reset(int, long)",
              "void onSwallowedUnknownFrame(int, int, int, int)",
              "void increaseOverheadCount(FrameType)",
              "void increaseOverheadCount(FrameType, int)",
              "void reduceOverheadCount(FrameType)",
              "AtomicLong overheadCount",
              "Queue queuedRunnable",
              "void writeBody(Stream, ByteBuffer, int, boolean)",
              "ConnectionSettingsRemote getRemoteSettings()",
              "Http2Protocol protocol",
              "SocketWrapperBase socketWrapper"),
          "org.apache.coyote.http2.Stream",
          List.of(
              "StreamInputBuffer getInputBuffer()",
              "long getWindowSize()",
              "int getConnectionAllocationRequested()",
              "int getIdAsInt()",
              "boolean isActive()",
              "void receiveReset(long)",
              "void incrementWindowSize(int)"),
          BODY,
          List.of("ByteBuffer inBuffer", "byte[] outBuffer"),
          "org.apache.coyote.http2.ByteUtil",
          List.of("void setThreeBytes(byte[], int, int)", "void set31Bits(byte[], int, int)"),
          "org.apache.coyote.http2.FrameType",
          List.of(
              "byte getIdByte()",
              "FrameType WINDOW_UPDATE",
              "FrameType UNKNOWN",
              "FrameType DATA"));

  private final Map<String, List<String>> needed;

  public Http2Internals() {
    this(BODY);
  }

  /** Looks into another class for a stream's body, by its binary name. */
  public Http2Internals(String body) {
    needed = new TreeMap<>(NEEDED);
    needed.put(body, needed.remove(BODY));
  }

  /** Returns the first that is missing; empty if all are there. */
  public Optional<String> missing() {
    return needed.entrySet().stream()
        .flatMap(entry -> missing(entry.getKey(), entry.getValue()).stream())
        .findFirst();
  }

  private static Optional<String> missing(String className, List<String> members) {
    try {
      Set<String> there = members(Class.forName(className));
      return members.stream()
          .filter(member -> !there.contains(member))
          .map(member -> member + " in " + className)
          .findFirst();
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.of(className);
    }
  }

  private static Set<String> members(Class<?> type) {
    Set<String> members = new HashSet<>();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      Arrays.stream(each.getDeclaredFields())
          .map(field -> field.getType().getSimpleName() + " " + field.getName())
          .forEach(members::add);
      Arrays.stream(each.getDeclaredMethods())
          .map(method ->
              Arrays.stream(method.getParameterTypes())
                  .map(Class::getSimpleName)
                  .collect(
                      Collectors.joining(
                          ", ",
                          method.getReturnType().getSimpleName() + " " + method.getName() + "(",
                          ")")))
          .forEach(members::add);
    }
    return members;
  }
}
