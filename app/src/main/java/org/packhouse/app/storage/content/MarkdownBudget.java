package org.packhouse.app.storage.content;

import java.time.Duration;

/** Bounds nodes, expansion, delimiter searches, output and time of one rendering. */
final class MarkdownBudget {

  /** cmark's bound on expansion: "the larger of 100 KB and the size of the input". */
  static final int MIN_EXPANSION = 100_000;

  /** Each node takes some hundred bytes of heap. */
  static final int MAX_NODES = 200_000;

  /** Steps of searches for matching delimiters, quadratic in their number per block. */
  static final long MAX_STEPS = 100_000_000;

  private static final int OUTPUT_FACTOR = 8;
  private static final int MIN_OUTPUT = 256 << 10;
  private static final int MAX_OUTPUT = 4 << 20;

  /** Far above what the other bounds allow on a machine that is not overloaded. */
  private static final long MAX_NANOS = Duration.ofSeconds(20).toNanos();

  private final long deadline = System.nanoTime() + MAX_NANOS;
  private final int maxExpansion;
  private final int maxOutput;
  private int expanded;
  private int nodes;
  private long steps;

  /** Has no stack trace, because the text alone is the cause. */
  static final class ExceededException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ExceededException(String bound) {
      super(bound, null, false, false);
    }
  }

  MarkdownBudget(int length) {
    this.maxExpansion = Math.max(MIN_EXPANSION, length);
    this.maxOutput = maxOutput(length);
  }

  /** Returns the maximum of characters of HTML for a text of that length. */
  static int maxOutput(int length) {
    return Math.clamp((long) length * OUTPUT_FACTOR, MIN_OUTPUT, MAX_OUTPUT);
  }

  /** Counts characters that a reference repeats from its definition. */
  void expand(int characters) {
    expanded += characters;
    check(expanded <= maxExpansion, "references");
  }

  /** Counts nodes before they are created. */
  void addNodes(int more) {
    nodes += more;
    check(nodes <= MAX_NODES, "nodes");
    check(System.nanoTime() - deadline < 0, "time");
  }

  /** Counts the delimiters of a block before they are matched. */
  void search(long delimiters) {
    steps += delimiters * delimiters;
    check(steps <= MAX_STEPS, "delimiters");
  }

  Output output() {
    return new Output();
  }

  private static void check(boolean within, String bound) {
    if (!within) {
      throw new ExceededException(bound);
    }
  }

  /** Refuses more characters than the text may become. */
  final class Output implements Appendable {

    private static final int CHECKED_EVERY = 1 << 14;

    private final StringBuilder html = new StringBuilder();
    private int checked;

    private Output() {}

    @Override
    public Output append(CharSequence text) {
      return append(text, 0, text.length());
    }

    @Override
    public Output append(CharSequence text, int start, int end) {
      grow(end - start);
      html.append(text, start, end);
      return this;
    }

    @Override
    public Output append(char c) {
      grow(1);
      html.append(c);
      return this;
    }

    private void grow(int more) {
      check(more <= maxOutput - html.length(), "output");
      if (html.length() - checked >= CHECKED_EVERY) {
        checked = html.length();
        check(System.nanoTime() - deadline < 0, "time");
      }
    }

    @Override
    public String toString() {
      return html.toString();
    }
  }
}
