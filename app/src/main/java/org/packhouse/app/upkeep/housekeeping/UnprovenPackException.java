package org.packhouse.app.upkeep.housekeeping;

import java.io.IOException;
import org.packhouse.app.upkeep.housekeeping.PackCoverage.Finding;

/** Signals that a pack must stay, because an object of it is in no other pack. */
final class UnprovenPackException extends IOException {

  private static final long serialVersionUID = 1L;

  UnprovenPackException(PackOwner owner, String pack, Finding finding) {
    super(
        "%s of %s holds object %s%s, which is in no pack that stays"
            .formatted(
                pack,
                owner,
                finding.homeless() == null ? "?" : finding.homeless().name(),
                finding.homelessCount() > 1
                    ? " and %d more".formatted(finding.homelessCount() - 1)
                    : ""));
  }
}
