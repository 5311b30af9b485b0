package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectReader;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.Refusal;

/** Refuses large files in any commit of a push. */
public final class MaxFileSize extends PreReceiveHook {

  private static final String SIZE = "maxBytes";
  private static final long USUAL = 50L << 20;

  public MaxFileSize() {
    super(
        "org.packhouse.hooks:max-file-size",
        "Maximum file size",
        "Refuses files larger than the setting maxBytes, by default 50 MB.");
  }

  @Override
  public List<SettingField> fields() {
    return List.of(
        new SettingField(
            SIZE,
            "Maximum size in bytes",
            SettingField.Kind.NUMBER,
            "Empty: %d, which is 50 MB.".formatted(USUAL)));
  }

  @Override
  public void validate(Map<String, Object> settings) {
    long size = Setting.number(settings, SIZE, USUAL);
    if (size < 1) {
      throw new InvalidSettingException(
          SIZE, "The setting maxBytes is a number of bytes from 1 on, not %d.".formatted(size));
    }
  }

  @Override
  public boolean isLoosenedBy(Map<String, Object> required, Map<String, Object> settings) {
    return Setting.number(settings, SIZE, USUAL) > Setting.number(required, SIZE, USUAL);
  }

  @Override
  public List<Refusal> check(Arrival arrival, Map<String, Object> settings) throws IOException {
    long limit = Setting.number(settings, SIZE, USUAL);
    List<Refusal> refusals = new ArrayList<>();
    Set<Arrival.File> fine = new HashSet<>();
    try (ObjectReader reader = arrival.push().objects().newObjectReader()) {
      for (RefChange change : arrival.arriving()) {
        arrival
            .firstWrong(
                change,
                fine,
                (path, blob, commit) -> {
                  long size = reader.getObjectSize(blob, Constants.OBJ_BLOB);
                  return size <= limit
                      ? List.of()
                      : List.of(
                          "%s in commit %s has %d bytes; a file may have %d."
                              .formatted(path, commit.abbreviate(11).name(), size, limit));
                })
            .ifPresent(
                wrong -> refusals.add(new Refusal(change.refName(), "file too large", wrong)));
      }
    }
    return refusals;
  }
}
