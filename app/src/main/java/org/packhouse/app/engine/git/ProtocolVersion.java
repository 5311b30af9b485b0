package org.packhouse.app.engine.git;

import org.jspecify.annotations.Nullable;

/** Version of the Git wire protocol. */
public enum ProtocolVersion {
  /** The original one. */
  V0,
  /** The original one behind a line that says so. */
  V1,
  /** Stateless commands. */
  V2;

  /**
   * Reads {@code Git-Protocol} (HTTP) or {@code GIT_PROTOCOL} (SSH): keys separated by colons; the
   * highest {@code version=} that we know counts, as in git's own {@code
   * determine_protocol_version_server}.
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
