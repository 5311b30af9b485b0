package org.packhouse.app.review.insight.rest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.build.ReportFields;
import org.packhouse.app.review.insight.InsightAnnotation;
import org.packhouse.app.review.insight.InsightAnnotation.Remark;
import org.packhouse.app.review.insight.InsightReport;
import org.packhouse.app.review.insight.InsightReport.Datum;
import org.packhouse.app.review.insight.InsightReport.DatumType;
import org.packhouse.app.review.insight.Insights;
import tools.jackson.databind.JsonNode;

/** Bodies of requests about reports. */
final class InsightBodies {

  static final int MAX_KEY = 450;
  private static final int MAX_PATH = 4_096;
  private static final int MAX_DATA = 6;
  private static final int PERCENT = 100;

  private InsightBodies() {}

  record ReportBody(
      @Nullable String title,
      @Nullable String details,
      @Nullable String result,
      @Nullable String reporter,
      @Nullable String link,
      @Nullable String logoUrl,
      @Nullable List<@Nullable DatumBody> data) {

    InsightReport.Details checked() {
      return new InsightReport.Details(
          ReportFields.required("title", title, MAX_KEY),
          ReportFields.optional("details", details, ReportFields.MAX_TEXT),
          result == null || result.isEmpty()
              ? null
              : ReportFields.constant("result", result, InsightReport.Result.class),
          ReportFields.optional("reporter", reporter, MAX_KEY),
          address("link", link),
          address("logoUrl", logoUrl),
          checkedData());
    }

    private List<Datum> checkedData() {
      List<Datum> checked = new ArrayList<>();
      for (DatumBody datum : data == null ? List.<@Nullable DatumBody>of() : data) {
        if (datum != null) {
          checked.add(datum.checked());
        }
      }
      if (checked.size() > MAX_DATA) {
        throw new InvalidFieldException(
            "data", "A report has at most %d figures, not %d.".formatted(MAX_DATA, checked.size()));
      }
      return List.copyOf(checked);
    }
  }

  record DatumBody(@Nullable String title, @Nullable String type, @Nullable JsonNode value) {

    Datum checked() {
      String name = ReportFields.required("data.title", title, MAX_KEY);
      JsonNode given = value;
      if (given == null || given.isNull() || given.toString().length() > ReportFields.MAX_TEXT) {
        throw new InvalidFieldException(
            "data.value",
            "The value of %s is required and has at most %d characters."
                .formatted(InvalidFieldException.quote(name), ReportFields.MAX_TEXT));
      }
      DatumType kind =
          type == null || type.isEmpty()
              ? guess(given)
              : ReportFields.constant("data.type", type, DatumType.class);
      if (!fits(kind, given)) {
        throw new InvalidFieldException(
            "data.value",
            "%s is no value of the type %s."
                .formatted(InvalidFieldException.quote(given.toString()), kind));
      }
      return new Datum(name, kind, given);
    }

    private static DatumType guess(JsonNode value) {
      if (value.isBoolean()) {
        return DatumType.BOOLEAN;
      }
      if (value.isNumber()) {
        return DatumType.NUMBER;
      }
      return value.isObject() ? DatumType.LINK : DatumType.TEXT;
    }

    private static boolean fits(DatumType type, JsonNode value) {
      return switch (type) {
        case BOOLEAN -> value.isBoolean();
        case DATE, DURATION -> value.isIntegralNumber();
        case NUMBER -> value.isNumber();
        case PERCENTAGE -> value.isNumber() && value.asDouble() >= 0 && value.asDouble() <= PERCENT;
        case TEXT -> value.isString();
        case LINK ->
            value.isObject()
                && !ReportFields.address("data.value.href", value.path("href").asString(""))
                    .isEmpty();
      };
    }
  }

  record AnnotationsBody(@Nullable List<@Nullable AnnotationBody> annotations) {

    List<InsightAnnotation> checked(String reportKey) {
      List<@Nullable AnnotationBody> all = annotations == null ? List.of() : annotations;
      if (all.isEmpty() || all.size() > Insights.MAX_ANNOTATIONS) {
        throw new InvalidFieldException(
            "annotations",
            "A request has 1 to %d annotations, not %d."
                .formatted(Insights.MAX_ANNOTATIONS, all.size()));
      }
      List<InsightAnnotation> checked = new ArrayList<>();
      for (AnnotationBody one : all) {
        if (one == null) {
          throw new InvalidFieldException("annotations", "An annotation is an object, not null.");
        }
        checked.add(one.checked(reportKey, one.externalId()));
      }
      return checked;
    }
  }

  record AnnotationBody(
      @Nullable String externalId,
      @Nullable String path,
      @Nullable Integer line,
      @Nullable String message,
      @Nullable String severity,
      @Nullable String type,
      @Nullable String link) {

    InsightAnnotation checked(String reportKey, @Nullable String id) {
      int number = line == null ? 0 : line;
      if (number < 0) {
        throw new InvalidFieldException(
            "line", "A line is counted from 1, and 0 is the whole file, not %d.".formatted(number));
      }
      return new InsightAnnotation(
          reportKey,
          ReportFields.optional("externalId", id, MAX_KEY),
          ReportFields.optional("path", path, MAX_PATH),
          number,
          ReportFields.constant("severity", severity, InsightAnnotation.Severity.class),
          new Remark(
              ReportFields.required("message", message, ReportFields.MAX_TEXT),
              type == null || type.isEmpty()
                  ? null
                  : ReportFields.constant("type", type, InsightAnnotation.Type.class),
              address("link", link)));
    }
  }

  private static @Nullable String address(String field, @Nullable String text) {
    return text == null || text.isEmpty() ? null : ReportFields.address(field, text);
  }
}
