package org.packhouse.lab.experiment;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.experiment.LocatedJson.Member;
import org.packhouse.lab.experiment.LocatedJson.Place;

/** The members of an object that the schema has checked and completed. */
record Fields(LocatedJson.Struct struct) {

  static Fields of(LocatedJson value) {
    return new Fields((LocatedJson.Struct) value);
  }

  boolean has(String key) {
    return struct.members().containsKey(key);
  }

  LocatedJson value(String key) {
    return Objects.requireNonNull(struct.members().get(key), key).value();
  }

  Place place(String key) {
    return value(key).place();
  }

  String text(String key) {
    return ((LocatedJson.Text) value(key)).value();
  }

  @Nullable String textOrNull(String key) {
    return value(key) instanceof LocatedJson.Text text ? text.value() : null;
  }

  boolean flag(String key) {
    return ((LocatedJson.Flag) value(key)).value();
  }

  BigDecimal number(String key) {
    return ((LocatedJson.Figure) value(key)).value();
  }

  int whole(String key) {
    return number(key).intValue();
  }

  Fields fields(String key) {
    return of(value(key));
  }

  List<Fields> list(String key) {
    return ((LocatedJson.Items) value(key)).values().stream().map(Fields::of).toList();
  }

  /** The members of an object of which each is a text, a number, or true or false. */
  Map<String, String> texts(String key) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, Member> entry : fields(key).struct().members().entrySet()) {
      texts.put(
          entry.getKey(),
          switch (entry.getValue().value()) {
            case LocatedJson.Text text -> text.value();
            case LocatedJson.Figure number -> number.value().toPlainString();
            case LocatedJson value -> value.quoted();
          });
    }
    return texts;
  }

  Duration duration(String key) {
    String text = text(key);
    long number = Long.parseLong(text.replaceAll("[^0-9]", ""));
    return switch (text.replaceAll("[0-9]", "")) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }

  /** A size, in bytes. */
  long size(String key) {
    String text = text(key);
    BigDecimal number = new BigDecimal(text.replaceAll("[A-Z]", ""));
    int shift =
        switch (text.replaceAll("[^A-Z]", "")) {
          case "KB" -> 10;
          case "MB" -> 20;
          case "GB" -> 30;
          default -> 0;
        };
    return number
        .multiply(BigDecimal.valueOf(1L << shift))
        .setScale(0, RoundingMode.HALF_UP)
        .longValue();
  }
}
