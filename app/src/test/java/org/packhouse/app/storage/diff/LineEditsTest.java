package org.packhouse.app.storage.diff;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.GitFixture;

class LineEditsTest {

  private static final int PAIRS = 600;
  private static final Pattern HUNK =
      Pattern.compile(
          "(?m)^(?:\\+\\+\\+ b/b/(\\d+)|@@ -(\\d+)(?:,(\\d+))? \\+(\\d+)(?:,(\\d+))? @@.*)$");

  @TempDir Path directory;

  @Test
  void findsTheEditsOfGit() {
    GitFixture git = GitFixture.in(directory);
    Random random = new Random(20261121);
    Map<Integer, List<Edit>> ours = new TreeMap<>();
    for (int pair = 0; pair < PAIRS; pair++) {
      List<String> before = text(random, 1 + random.nextInt(80), 2 + random.nextInt(40));
      List<String> after = changed(random, before);
      git.write("a/" + pair, join(before)).write("b/" + pair, join(after));
      List<Edit> edits = edits(join(before), join(after), RawTextComparator.DEFAULT);
      if (!edits.isEmpty()) {
        ours.put(pair, edits);
      }
    }
    assertThat(ours).hasSizeGreaterThan(PAIRS / 2).isEqualTo(ofGit(git));
  }

  @Test
  void splitsTextsThatHaveOnlyFrequentLinesInCommon() {
    String line = "x\n";
    List<Edit> edits =
        edits(
            "a\n" + line.repeat(100) + "b\n",
            "c\n" + line.repeat(100) + "d\n",
            RawTextComparator.DEFAULT);
    assertThat(edits).containsExactly(new Edit(0, 1, 0, 1), new Edit(101, 102, 101, 102));
  }

  @Test
  void findsAScriptOfBoundedLengthWhereAllLinesAreFrequent() {
    Random random = new Random(7);
    String before = frequent(random);
    String after = frequent(random);
    List<Edit> edits = edits(before, after, RawTextComparator.DEFAULT);
    assertThat(applied(before, after, edits)).isEqualTo(after);
  }

  @Test
  void ignoresWhiteSpaceIfAsked() {
    assertThat(edits("a b\nc\n", " ab\nd\n", RawTextComparator.WS_IGNORE_ALL))
        .containsExactly(new Edit(1, 2, 1, 2));
  }

  @Test
  void tellsALastLineWithoutAnEndFromOneWithIt() {
    assertThat(edits("a\nb", "a\nb\n", RawTextComparator.DEFAULT))
        .containsExactly(new Edit(1, 2, 1, 2));
    assertThat(edits("", "", RawTextComparator.DEFAULT)).isEmpty();
    assertThat(edits("", "a\n", RawTextComparator.DEFAULT)).containsExactly(new Edit(0, 0, 0, 1));
  }

  private static String frequent(Random random) {
    return random.ints(4000, 0, 6).mapToObj(i -> i + "\n").collect(Collectors.joining());
  }

  private static String applied(String before, String after, List<Edit> edits) {
    List<String> old = before.lines().toList();
    List<String> now = after.lines().toList();
    StringBuilder text = new StringBuilder();
    int line = 0;
    for (Edit edit : edits) {
      old.subList(line, edit.getBeginA()).forEach(l -> text.append(l).append('\n'));
      now.subList(edit.getBeginB(), edit.getEndB()).forEach(l -> text.append(l).append('\n'));
      line = edit.getEndA();
    }
    old.subList(line, old.size()).forEach(l -> text.append(l).append('\n'));
    return text.toString();
  }

  private static List<String> text(Random random, int lines, int words) {
    return IntStream.range(0, lines).mapToObj(i -> "line " + random.nextInt(words)).toList();
  }

  private static List<String> changed(Random random, List<String> before) {
    List<String> after = new ArrayList<>(before);
    for (int change = random.nextInt(8); change >= 0; change--) {
      int at = random.nextInt(after.size() + 1);
      int length = Math.min(random.nextInt(5), after.size() - at);
      List<String> part = new ArrayList<>(after.subList(at, at + length));
      switch (random.nextInt(3)) {
        case 0 -> after.subList(at, at + length).clear();
        case 1 -> after.addAll(at, part);
        default -> after.addAll(at, text(random, random.nextInt(4), 40));
      }
    }
    return after;
  }

  private static String join(List<String> lines) {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private static List<Edit> edits(String before, String after, RawTextComparator comparator) {
    return List.copyOf(
        LineEdits.between(
            new RawText(before.getBytes(UTF_8)), new RawText(after.getBytes(UTF_8)), comparator));
  }

  private static Map<Integer, List<Edit>> ofGit(GitFixture git) {
    String output =
        git.run("diff", "--no-index", "--histogram", "--no-indent-heuristic", "-U0", "a", "b")
            .output();
    Map<Integer, List<Edit>> all = new TreeMap<>();
    List<Edit> edits = new ArrayList<>();
    Matcher matcher = HUNK.matcher(output);
    while (matcher.find()) {
      if (matcher.group(1) != null) {
        edits = new ArrayList<>();
        all.put(Integer.valueOf(matcher.group(1)), edits);
      } else {
        edits.add(edit(matcher));
      }
    }
    return all;
  }

  private static Edit edit(Matcher hunk) {
    int removed = hunk.group(3) == null ? 1 : Integer.parseInt(hunk.group(3));
    int added = hunk.group(5) == null ? 1 : Integer.parseInt(hunk.group(5));
    int beginA = Integer.parseInt(hunk.group(2)) - (removed == 0 ? 0 : 1);
    int beginB = Integer.parseInt(hunk.group(4)) - (added == 0 ? 0 : 1);
    return new Edit(beginA, beginA + removed, beginB, beginB + added);
  }
}
