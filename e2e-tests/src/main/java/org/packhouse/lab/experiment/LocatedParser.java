package org.packhouse.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.packhouse.lab.experiment.LocatedJson.Member;
import org.packhouse.lab.experiment.LocatedJson.Place;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/** Reads JSON with comments and trailing commas into values that know where they stand. */
final class LocatedParser {

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .build();

  private final Complaints complaints;

  LocatedParser(Complaints complaints) {
    this.complaints = complaints;
  }

  /** Reads the one value that a text holds. */
  LocatedJson parse(String text) throws ExperimentException {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() == null) {
        throw complaints.at(new Place(1, 1), "the file is empty but must hold one object");
      }
      LocatedJson value = value(parser);
      if (parser.nextToken() != null) {
        throw complaints.at(place(parser), "the file must end after its one object");
      }
      return value;
    } catch (JacksonException e) {
      throw complaints.at(place(e.getLocation()), oneSentence(e.getOriginalMessage()));
    }
  }

  private LocatedJson value(JsonParser parser) throws ExperimentException {
    Place place = place(parser);
    JsonToken token = parser.currentToken();
    return switch (token) {
      case START_OBJECT -> new LocatedJson.Struct(place, members(parser));
      case START_ARRAY -> new LocatedJson.Items(place, items(parser));
      case VALUE_STRING -> new LocatedJson.Text(place, parser.getString());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          new LocatedJson.Figure(place, parser.getDecimalValue());
      case VALUE_TRUE, VALUE_FALSE -> new LocatedJson.Flag(place, token == JsonToken.VALUE_TRUE);
      default -> new LocatedJson.Nothing(place);
    };
  }

  private Map<String, Member> members(JsonParser parser) throws ExperimentException {
    Map<String, Member> members = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      Place place = place(parser);
      String key = parser.currentName();
      parser.nextToken();
      if (members.put(key, new Member(place, value(parser))) != null) {
        throw complaints.at(place, "the key \"" + key + "\" stands here for the second time");
      }
    }
    return members;
  }

  private List<LocatedJson> items(JsonParser parser) throws ExperimentException {
    List<LocatedJson> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(parser));
    }
    return items;
  }

  private static Place place(JsonParser parser) {
    return place(parser.currentTokenLocation());
  }

  private static Place place(TokenStreamLocation location) {
    return new Place(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }

  private static String oneSentence(String message) {
    String line = message.lines().findFirst().orElse("this is no JSON");
    return "this is no JSON: " + line.replaceAll(" \\(for .*|[.:]+$", "");
  }
}
