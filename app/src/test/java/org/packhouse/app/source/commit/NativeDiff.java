package org.packhouse.app.source.commit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The output of {@code git diff}, taken apart, and the diff of REST put into the same form. */
final class NativeDiff {

  private static final Pattern HUNK =
      Pattern.compile("@@ -(\\d+)(?:,(\\d+))? \\+(\\d+)(?:,(\\d+))? @@ ?(.*)");

  private NativeDiff() {}

  /** A changed file; a hunk is its header and its lines with their signs. */
  record File(String path, String source, List<String> hunks) {}

  /** The files, by path. */
  static Map<String, File> parse(String diff) {
    Map<String, File> files = new LinkedHashMap<>();
    List<String> lines = List.of(diff.split("\n", -1));
    int i = 0;
    while (i < lines.size()) {
      if (!lines.get(i).startsWith("diff --git ")) {
        i++;
        continue;
      }
      int end = i + 1;
      while (end < lines.size() && !lines.get(end).startsWith("diff --git ")) {
        end++;
      }
      File file = file(lines.subList(i, end));
      files.put(file.path(), file);
      i = end;
    }
    return files;
  }

  private static File file(List<String> lines) {
    String names = lines.getFirst().substring("diff --git a/".length());
    String path = names.substring(names.length() / 2 + " b/".length() - 1);
    String source = path;
    List<String> hunks = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      String line = lines.get(i);
      Matcher hunk = HUNK.matcher(line);
      if (line.startsWith("rename from ") && hunks.isEmpty()) {
        source = line.substring("rename from ".length());
      } else if (line.startsWith("rename to ") && hunks.isEmpty()) {
        path = line.substring("rename to ".length());
      } else if (hunk.matches()) {
        StringBuilder text = new StringBuilder(header(hunk));
        int old = number(hunk.group(2));
        int now = number(hunk.group(4));
        while (old > 0 || now > 0) {
          String next = lines.get(++i);
          char sign = next.isEmpty() ? ' ' : next.charAt(0);
          old -= sign == ' ' || sign == '-' ? 1 : 0;
          now -= sign == ' ' || sign == '+' ? 1 : 0;
          if (sign != '\\') {
            text.append('\n').append(next);
          }
        }
        hunks.add(text.toString());
      }
    }
    return new File(path, source, hunks);
  }

  private static String header(Matcher hunk) {
    return "%s,%d %s,%d %s"
        .formatted(
            hunk.group(1),
            number(hunk.group(2)),
            hunk.group(3),
            number(hunk.group(4)),
            hunk.group(5));
  }

  private static int number(String text) {
    return text == null ? 1 : Integer.parseInt(text);
  }

  /** A file of the diff of REST. */
  static File ofJson(JsonNode file) {
    String source = file.at("/source/toString").asString("");
    String destination = file.at("/destination/toString").asString("");
    List<String> hunks = new ArrayList<>();
    for (JsonNode hunk : file.at("/hunks")) {
      StringBuilder text =
          new StringBuilder(
              "%d,%d %d,%d %s"
                  .formatted(
                      hunk.at("/sourceLine").asInt(),
                      hunk.at("/sourceSpan").asInt(),
                      hunk.at("/destinationLine").asInt(),
                      hunk.at("/destinationSpan").asInt(),
                      hunk.at("/context").asString()));
      for (JsonNode segment : hunk.at("/segments")) {
        String sign =
            switch (segment.at("/type").asString()) {
              case "ADDED" -> "+";
              case "REMOVED" -> "-";
              default -> " ";
            };
        for (JsonNode line : segment.at("/lines")) {
          text.append('\n').append(sign).append(line.at("/line").asString());
        }
      }
      hunks.add(text.toString());
    }
    String path = destination.isEmpty() ? source : destination;
    return new File(path, source.isEmpty() || destination.isEmpty() ? path : source, hunks);
  }
}
