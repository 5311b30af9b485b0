package org.packhouse.app.platform.openapi;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI document of this server's REST operations. It is a resource that is written when
 * operations change, and read on demand.
 */
@Component
public class ApiDocument {

  private static final String FILE = "openapi.json";

  private final Supplier<byte[]> document;
  private final Supplier<List<ApiArea>> areas;

  ApiDocument(ServletContext servlets, JsonMapper json) {
    String context = servlets.getContextPath();
    this.document = SingletonSupplier.of(() -> json.writeValueAsBytes(under(context, read(json))));
    this.areas = SingletonSupplier.of(() -> new AreaReader(read(json)).areas());
  }

  byte[] json() {
    return document.get();
  }

  /** Returns the operations by area, both in reading order. */
  public List<ApiArea> areas() {
    return areas.get();
  }

  private static ObjectNode read(JsonMapper json) {
    try (InputStream file =
        Objects.requireNonNull(ApiDocument.class.getResourceAsStream(FILE), FILE)) {
      return (ObjectNode) json.readTree(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Names no host, so the document holds behind any proxy. */
  private static JsonNode under(String context, ObjectNode document) {
    if (!context.isEmpty()) {
      document.putArray("servers").addObject().put("url", context);
    }
    return document;
  }
}
