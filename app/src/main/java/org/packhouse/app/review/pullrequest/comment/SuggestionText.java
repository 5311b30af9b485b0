package org.packhouse.app.review.pullrequest.comment;

import java.util.ArrayList;
import java.util.List;

/** Parses and writes suggestions in comments: code blocks fenced by {@code ```suggestion}. */
final class SuggestionText {

  private static final String FENCE = "```";
  private static final String WORD = "suggestion";

  private SuggestionText() {}

  /** Returns the lines of each suggestion; an unclosed block ends with the text. */
  static List<List<String>> of(String text) {
    List<List<String>> found = new ArrayList<>();
    List<String> lines = text.replace("\r\n", "\n").lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      int fence = fence(lines.get(i));
      if (fence == 0) {
        continue;
      }
      int end = end(lines, i + 1, fence);
      if (lines.get(i).strip().substring(fence).strip().equals(WORD)) {
        found.add(List.copyOf(lines.subList(i + 1, end)));
      }
      i = end;
    }
    return found;
  }

  static String block(List<String> lines) {
    int longest = lines.stream().mapToInt(SuggestionText::fence).max().orElse(0);
    String fence = "`".repeat(Math.max(FENCE.length(), longest + 1));
    StringBuilder block = new StringBuilder(fence).append(WORD).append('\n');
    lines.forEach(line -> block.append(line).append('\n'));
    return block.append(fence).append('\n').toString();
  }

  // 0: the line begins with no fence.
  private static int fence(String line) {
    String stripped = line.strip();
    int length = 0;
    while (length < stripped.length() && stripped.charAt(length) == '`') {
      length++;
    }
    return length >= FENCE.length() ? length : 0;
  }

  private static int end(List<String> lines, int from, int fence) {
    for (int i = from; i < lines.size(); i++) {
      if (fence(lines.get(i)) >= fence && fence(lines.get(i)) == lines.get(i).strip().length()) {
        return i;
      }
    }
    return lines.size();
  }
}
