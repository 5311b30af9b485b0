package org.packhouse.app.engine.git.fetch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.PktLineReader.Kind;
import org.packhouse.app.engine.git.PktLineWriter;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.engine.git.advertise.VisibleRefs;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;

/**
 * The first request of a client of protocol v0 or v1.
 *
 * @param options {@code deepen} and {@code filter} lines, sorted
 * @param lines all lines in their order, for git's upload-pack
 */
record FetchV0Request(
    SequencedSet<ObjectId> wants,
    SortedSet<ObjectId> shallow,
    SortedSet<String> options,
    List<String> capabilities,
    List<String> lines) {

  private static final String SHALLOW = "shallow ";
  private static final int BYTES_OF_LINE = 56;

  /** Capabilities that change nothing for a client without objects. */
  private static final Set<String> OF_NO_CONSEQUENCE =
      Set.of(
          "multi_ack",
          "multi_ack_detailed",
          "no-done",
          "shallow",
          "deepen-since",
          "deepen-not",
          "filter",
          "allow-tip-sha1-in-want",
          "allow-reachable-sha1-in-want",
          "object-format=sha1",
          "side-band",
          "side-band-64k");

  /** Returns whether the client asks for a part of the history. */
  boolean deepened() {
    return options.stream().anyMatch(option -> option.startsWith("deepen"));
  }

  FetchV0Request cutOffAt(SortedSet<ObjectId> commits) {
    List<String> left =
        lines.stream()
            .filter(line ->
                !line.startsWith(SHALLOW)
                    || commits.contains(ObjectId.fromString(line.substring(SHALLOW.length()))))
            .toList();
    return new FetchV0Request(wants, commits, options, capabilities, left);
  }

  /** Returns the request for git's upload-pack, with the flush packet at its end. */
  byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(BYTES_OF_LINE * lines.size());
    PktLineWriter writer = new PktLineWriter(bytes);
    try {
      for (String line : lines) {
        writer.text(line);
      }
      writer.flush();
      writer.drain();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  Framing framing() {
    if (capabilities.contains("side-band-64k")) {
      return Framing.V0_SIDE_BAND_64K;
    }
    return capabilities.contains("side-band") ? Framing.V0_SIDE_BAND : Framing.V0_BARE;
  }

  /** Returns the v2 request of a client without objects; empty if a capability is unknown. */
  Optional<FetchRequest> withoutHaves() {
    SortedSet<String> all = new TreeSet<>(options);
    for (String capability : capabilities) {
      if (FetchOption.isFlagOfV0(capability)) {
        all.add(capability);
      } else if (!OF_NO_CONSEQUENCE.contains(capability)
          && !capability.startsWith("agent=")
          && !capability.startsWith("session-id=")) {
        return Optional.empty();
      }
    }
    return Optional.of(
        new FetchRequest(all, shallow, FetchRequest.ordered(wants, all), new TreeSet<>(), true));
  }

  /**
   * Reads wants, shallow commits and options up to the flush packet, and expands the ref in {@code
   * deepen-not} by {@code refs}; returns null if the client sends no want but a flush packet or
   * nothing at all.
   */
  static @Nullable FetchV0Request read(PktLineReader reader, VisibleRefs refs) throws IOException {
    Kind kind = reader.next();
    if (kind == Kind.END || kind == Kind.FLUSH) {
      return null;
    }
    Builder request = new Builder();
    while (kind == Kind.DATA) {
      request.line(reader.text(), refs);
      kind = reader.next();
    }
    if (kind != Kind.FLUSH) {
      throw new WireException("The request ended before the flush packet that follows the wants");
    }
    return request.build();
  }

  private static final class Builder {
    private final SequencedSet<ObjectId> wants = new LinkedHashSet<>();
    private final SortedSet<ObjectId> shallow = new TreeSet<>();
    private final SortedSet<String> options = new TreeSet<>();
    private final List<String> lines = new ArrayList<>();
    private @Nullable List<String> capabilities;

    void line(String line, VisibleRefs refs) throws IOException {
      if (line.startsWith("want ")) {
        want(line);
        lines.add(line);
      } else if (line.startsWith(SHALLOW)) {
        FetchRequest.addShallow(
            shallow, PktLineReader.parseObjectId(line.substring(SHALLOW.length())));
        lines.add(line);
      } else {
        String option = Fetch.expandDeepenNot(FetchOption.checkDepthOrFilter(line), refs);
        options.add(option);
        lines.add(option);
      }
    }

    private void want(String line) throws WireException {
      int start = "want ".length();
      int end = start + Constants.OBJECT_ID_STRING_LENGTH;
      if (line.length() > end && line.charAt(end) != ' ') {
        throw new WireException(
            "\"" + PktLineReader.shortened(line) + "\" wants no SHA-1 object id");
      }
      wants.add(PktLineReader.parseObjectId(line.substring(start, Math.min(end, line.length()))));
      List<String> given = line.length() > end ? split(line.substring(end)) : List.of();
      if (capabilities == null) {
        capabilities = given;
      } else if (!given.isEmpty()) {
        // Git accepts them at any position.
        capabilities = Stream.concat(capabilities.stream(), given.stream()).toList();
      }
    }

    private static List<String> split(String capabilities) {
      return Arrays.stream(capabilities.split(" ", -1)).filter(each -> !each.isEmpty()).toList();
    }

    FetchV0Request build() throws WireException {
      if (wants.isEmpty() || capabilities == null) {
        throw new WireException("The request has options, but wants nothing");
      }
      return new FetchV0Request(wants, shallow, options, capabilities, lines);
    }
  }
}
