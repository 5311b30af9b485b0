package org.packhouse.app.contract;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of {@code calls.tsv}: one request and what its response must be.
 *
 * @param operation method and pattern, as the server has them
 * @param values of variables of the path, and behind a question mark the query
 * @param body JSON with single quotes, {@code form:} and fields, or empty
 * @param response a type of {@link Shapes}, or {@code none}, {@code text}, {@code bytes}
 * @param keeps what is kept of the response for later lines: name and JSON pointer
 */
record Call(
    String operation,
    String values,
    String body,
    int status,
    String response,
    Map<String, String> keeps) {

  private static final Pattern VARIABLE = Pattern.compile("\\{\\*?([^:}]+)(?::[^{}]*)?}");

  static List<Call> all() {
    return TextFile.lines("calls.tsv").stream().map(Call::parse).toList();
  }

  private static Call parse(String line) {
    String[] cells = line.split("\t", -1);
    if (cells.length < 5) {
      throw new AssertionError("Five cells are needed: " + line);
    }
    Map<String, String> keeps = new LinkedHashMap<>();
    for (String keep : cells.length > 5 ? cells[5].split(" ", -1) : new String[0]) {
      int equals = keep.indexOf('=');
      keeps.put(keep.substring(0, equals), keep.substring(equals + 1));
    }
    return new Call(
        cells[0],
        text(cells[1]),
        text(cells[2]),
        Integer.parseInt(cells[3]),
        cells[4],
        Map.copyOf(keeps));
  }

  private static String text(String cell) {
    return cell.equals("-") ? "" : cell;
  }

  String method() {
    return operation.substring(0, operation.indexOf(' '));
  }

  /** The call with another version of what it changes, where it names one. */
  Call ofVersion(int version) {
    return new Call(
        operation,
        values.replaceAll("version=[0-9]+", "version=" + version),
        body.replaceAll("'version':[0-9]+", "'version':" + version),
        status,
        response,
        keeps);
  }

  /** The path and query, its variables given values; those of the line win over the usual ones. */
  String path(UnaryOperator<String> usual, UnaryOperator<String> fill) {
    int question = values.indexOf('?');
    String query = question < 0 ? "" : fill.apply(values.substring(question));
    Map<String, String> own = new LinkedHashMap<>();
    for (String value : (question < 0 ? values : values.substring(0, question)).split(" ", -1)) {
      int equals = value.indexOf('=');
      if (equals > 0) {
        own.put(value.substring(0, equals), fill.apply(value.substring(equals + 1)));
      }
    }
    String pattern = operation.substring(operation.indexOf(' ') + 1);
    return VARIABLE
            .matcher(pattern.replaceAll("/\\{\\*", "/{"))
            .replaceAll(variable -> {
              String name = variable.group(1);
              return Matcher.quoteReplacement(
                  own.containsKey(name) ? own.get(name) : usual.apply(name));
            })
        + query;
  }
}
