package org.packhouse.app.storage.content;

import java.time.Duration;

/**
 * The work that one text may cause while it becomes HTML, counted in the walk itself: nodes, what
 * references repeat, searches among delimiters, characters written, and time. For one thread.
 */
final class MarkdownBudget {

  /**
   * Characters that references may repeat however short the text is: cmark's bound, "the larger of
   * 100 KB and the size of the input".
   */
  static final int MIN_EXPANSION = 100_000;

  /** The most nodes of a document, each some hundred bytes of heap. */
  static final int MAX_NODES = 200_000;

  /**
   * Steps of searches for the partners of delimiters and brackets: in one block they grow with the
   * square of the number of both.
   */
  static final long MAX_STEPS = 100_000_000;

  private static final int OUTPUT_FACTOR = 8;
  private static final int MIN_OUTPUT = 256 << 10;
  private static final int MAX_OUTPUT = 4 << 20;

  /** Many times what the other bounds leave room for on a machine that is not overloaded. */
  private static final long MAX_NANOS = Duration.ofSeconds(20).toNanos();

  private final long deadline = System.nanoTime() + MAX_NANOS;
  private final int maxExpansion;
  private final int maxOutput;
  private int expanded;
  private int nodes;
  private long steps;

  /** A text that would go beyond a bound; without a stack, for the text alone is to blame. */
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

  /** The most characters of HTML that a text of that length may become. */
  static int maxOutput(int length) {
    return Math.clamp((long) length * OUTPUT_FACTOR, MIN_OUTPUT, MAX_OUTPUT);
  }

  /**
   * Counts what a reference repeats of its definition.
   *
   * @throws ExceededException if that is too much
   */
  void expand(int characters) {
    expanded += characters;
    check(expanded <= maxExpansion, "references");
  }

  /**
   * Counts nodes of the document before they are made.
   *
   * @throws ExceededException if there are too many, or time is up
   */
  void addNodes(int more) {
    nodes += more;
    check(nodes <= MAX_NODES, "nodes");
    check(System.nanoTime() - deadline < 0, "time");
  }

  /**
   * Counts the delimiters of one block before their partners are searched for.
   *
   * @throws ExceededException if the searches could take too many steps
   */
  void search(long delimiters) {
    steps += delimiters * delimiters;
    check(steps <= MAX_STEPS, "delimiters");
  }

  /** A buffer that refuses more characters than the text may become. */
  Output output() {
    return new Output();
  }

  private static void check(boolean within, String bound) {
    if (!within) {
      throw new ExceededException(bound);
    }
  }

  /** Collects HTML. */
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
