package org.packhouse.app.engine.git;

import org.jspecify.annotations.Nullable;

/** Version of the Git wire protocol. */
public enum ProtocolVersion {
  V0,
  V1,
  V2;

  /**
   * Parses {@code Git-Protocol} or {@code GIT_PROTOCOL}: the highest known {@code version=} of
   * several, as in git's {@code determine_protocol_version_server}.
   */
  public static ProtocolVersion parse(@Nullable String value) {
    ProtocolVersion version = V0;
    if (value != null) {
      for (String key : value.split(":", -1)) {
        if (key.equals("version=2")) {
          version = V2;
        } else if (key.equals("version=1") && version == V0) {
          version = V1;
        }
      }
    }
    return version;
  }
}
