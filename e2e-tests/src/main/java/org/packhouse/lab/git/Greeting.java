package org.packhouse.lab.git;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The first words of a server.
 *
 * @param version of the protocol that it speaks: 0 or 2
 * @param capabilities words, or words with a value after an equals sign
 * @param refs of protocol 0
 */
public record Greeting(int version, List<String> capabilities, Refs refs) {

  private static final String NO_REF = "capabilities^{}";

  /** Reads it to its flush packet. */
  static Greeting read(PktReader in) throws IOException {
    String first = in.text();
    if (first.startsWith("# service=")) {
      in.flush();
      int kind = in.next();
      if (kind == PktReader.FLUSH) {
        return new Greeting(0, List.of(), new Refs(List.of(), ""));
      }
      if (kind < PktReader.RESPONSE_END) {
        throw in.unexpected(kind, "a ref");
      }
      first = in.line();
    }
    return first.equals("version 2") ? two(in) : zero(first, in);
  }

  private static Greeting two(PktReader in) throws IOException {
    return new Greeting(2, lines(in), new Refs(List.of(), ""));
  }

  private static Greeting zero(String first, PktReader in) throws IOException {
    int end = first.indexOf('\0');
    String[] capabilities = first.substring(end + 1).strip().split(" +");
    Ref ref = Ref.parse(end < 0 ? first : first.substring(0, end));
    List<Ref> refs = new ArrayList<>();
    if (!ref.name().equals(NO_REF)) {
      refs.add(ref);
    }
    for (String line : lines(in)) {
      if (!line.startsWith("shallow ")) {
        refs.add(Ref.parse(line));
      }
    }
    List<String> words = end < 0 ? List.of() : List.of(capabilities);
    return new Greeting(0, words, new Refs(refs, head(words)));
  }

  private static List<String> lines(PktReader in) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int kind = in.next(); kind != PktReader.FLUSH; kind = in.next()) {
      if (kind <= PktReader.RESPONSE_END) {
        throw in.unexpected(kind, "a line of what the server offers");
      }
      lines.add(in.line());
    }
    return lines;
  }

  private static String head(List<String> capabilities) {
    String before = "symref=HEAD:";
    return capabilities.stream()
        .filter(it -> it.startsWith(before))
        .map(it -> it.substring(before.length()))
        .findFirst()
        .orElse("");
  }

  /** Whether the server offers that. */
  boolean offers(String capability) {
    return capabilities.stream()
        .anyMatch(it -> it.equals(capability) || it.startsWith(capability + "="));
  }
}
