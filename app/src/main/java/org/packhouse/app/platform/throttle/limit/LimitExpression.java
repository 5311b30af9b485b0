package org.packhouse.app.platform.throttle.limit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of tickets as settings write it: {@code 12}, {@code 1.5*cpu}, {@code (cpu + 2) * 4},
 * with {@code cpu} the processors that the server may use. Not a record, since Spring binds it as
 * one value.
 */
public final class LimitExpression {

  public static final int MAX_TICKETS = 1_000_000;

  private static final int MAX_LENGTH = 100;
  private static final Pattern TOKEN =
      Pattern.compile("\\s*(?:([0-9]+(?:\\.[0-9]+)?)|([A-Za-z]+)|([-+*/()])|(\\S.*))");
  private static final String CPU = "cpu";

  private final String text;

  private LimitExpression(String text) {
    this.text = text;
  }

  /** Parses an expression, or throws an IllegalArgumentException that says what is wrong. */
  public static LimitExpression valueOf(String text) {
    String trimmed = text.strip();
    if (trimmed.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("it has more than " + MAX_LENGTH + " characters");
    }
    new Parser(trimmed, 1).value();
    return new LimitExpression(trimmed);
  }

  /** Returns the value rounded down, which must be from one to a million. */
  public int on(int processors) {
    double value = new Parser(text, processors).value();
    if (!(value >= 1)) {
      throw new IllegalArgumentException(
          "comes to %s where cpu is %d: at least one ticket is needed"
              .formatted(Math.rint(value * 100) / 100, processors));
    }
    if (value > MAX_TICKETS) {
      throw new IllegalArgumentException(
          "comes to more than %d tickets where cpu is %d: no server can work on so many at once"
              .formatted(MAX_TICKETS, processors));
    }
    return (int) value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LimitExpression that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }

  /** Recursive descent: a sum of products of factors. The length of the text bounds the depth. */
  private static final class Parser {

    private final Matcher tokens;
    private final int processors;
    private String token = "";
    private int end;

    Parser(String text, int processors) {
      this.tokens = TOKEN.matcher(text);
      this.processors = processors;
      next();
    }

    double value() {
      double value = sum();
      if (!token.isEmpty()) {
        throw unexpected();
      }
      return value;
    }

    private double sum() {
      double value = product();
      while (token.equals("+") || token.equals("-")) {
        boolean plus = token.equals("+");
        next();
        double other = product();
        value = plus ? value + other : value - other;
      }
      return value;
    }

    private double product() {
      double value = factor();
      while (token.equals("*") || token.equals("/")) {
        boolean times = token.equals("*");
        next();
        double other = factor();
        value = times ? value * other : value / other;
      }
      return value;
    }

    private double factor() {
      String read = token;
      if (read.isEmpty()) {
        throw new IllegalArgumentException("it ends where a number or cpu must follow");
      }
      if (read.equals(CPU)) {
        next();
        return processors;
      }
      if (Character.isDigit(read.charAt(0))) {
        next();
        return Double.parseDouble(read);
      }
      if (read.equals("-")) {
        next();
        return -factor();
      }
      if (read.equals("(")) {
        next();
        double value = sum();
        if (!token.equals(")")) {
          throw new IllegalArgumentException("a bracket is not closed");
        }
        next();
        return value;
      }
      throw unexpected();
    }

    private void next() {
      tokens.region(end, tokens.regionEnd());
      if (tokens.lookingAt()) {
        token = tokens.group().strip();
        end = tokens.end();
      } else {
        token = "";
      }
    }

    private IllegalArgumentException unexpected() {
      return new IllegalArgumentException(
          "\"%s\" is not expected there: numbers, cpu, + - * / and brackets may stand in it"
              .formatted(token));
    }
  }
}
