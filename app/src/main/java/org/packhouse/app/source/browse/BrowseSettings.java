package org.packhouse.app.source.browse;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code page.max.*}: how much of a file or a directory one answer holds.
 *
 * @param source of a file
 * @param directory of a directory
 */
@ConfigurationProperties("page.max")
public record BrowseSettings(@DefaultValue Source source, @DefaultValue Directory directory) {

  private static final int LONGEST_LINE = 1_000_000;

  /**
   * Of a file.
   *
   * @param lines most lines
   * @param length most characters of a line; what is longer is cut
   */
  public record Source(@DefaultValue("20000") int lines, @DefaultValue("5000") int length) {

    /** Checks the values. */
    public Source {
      positive("page.max.source.lines", lines);
      positive("page.max.source.length", length);
      if (length > LONGEST_LINE) {
        throw new IllegalArgumentException(
            "page.max.source.length is %d, but must be %d or less".formatted(length, LONGEST_LINE));
      }
    }
  }

  /**
   * Of a directory.
   *
   * @param children most entries
   * @param recursive of all that lies below it
   */
  public record Directory(@DefaultValue("1000") int children, @DefaultValue Recursive recursive) {

    /** Checks the values. */
    public Directory {
      positive("page.max.directory.children", children);
    }
  }

  /**
   * Of all that lies below a directory.
   *
   * @param children most paths
   */
  public record Recursive(@DefaultValue("100000") int children) {

    /** Checks the values. */
    public Recursive {
      positive("page.max.directory.recursive.children", children);
    }
  }

  private static void positive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + ", but must be 1 or more");
    }
  }
}
