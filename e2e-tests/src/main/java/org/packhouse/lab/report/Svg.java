package org.packhouse.lab.report;

import java.util.Locale;

/** A drawing that stands in the page; its colours are those of the page's style sheet. */
final class Svg {

  private final StringBuilder text = new StringBuilder();
  private final int width;
  private final int height;
  private final String title;

  Svg(int width, int height, String title) {
    this.width = width;
    this.height = height;
    this.title = title;
  }

  /** Text as markup. */
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** The class of the n-th target's colour. */
  static String colour(int series) {
    return "s" + series % 6;
  }

  /** The class of the n-th part's colour, of which there are more than of targets. */
  static String shade(int part) {
    return "s" + part % 12;
  }

  Svg line(String style, double x1, double y1, double x2, double y2) {
    return add(
        String.format(
            Locale.ROOT,
            "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
            style,
            x1,
            y1,
            x2,
            y2));
  }

  Svg text(String style, double x, double y, String words) {
    return add(
        String.format(
            Locale.ROOT,
            "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>",
            style,
            x,
            y,
            escape(words)));
  }

  /** A box with a hint that shows when the pointer rests on it. */
  Svg box(String style, double x, double y, double boxWidth, double boxHeight, String hint) {
    return add(
        String.format(
            Locale.ROOT,
            "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\">"
                + "<title>%s</title></rect>",
            style,
            x,
            y,
            boxWidth,
            Math.max(0, boxHeight),
            escape(hint)));
  }

  Svg dot(String style, double x, double y, double radius, String hint) {
    return add(
        String.format(
            Locale.ROOT,
            "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>%s</title></circle>",
            style,
            x,
            y,
            radius,
            escape(hint)));
  }

  Svg path(String style, String points) {
    return add("<polyline class=\"%s\" points=\"%s\"/>".formatted(style, points));
  }

  private Svg add(String element) {
    text.append(element).append('\n');
    return this;
  }

  @Override
  public String toString() {
    return "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n%s</svg>"
        .formatted(width, height, escape(title), text);
  }
}
