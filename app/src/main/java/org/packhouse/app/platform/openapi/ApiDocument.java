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
 * The OpenAPI document of the REST operations that this server has. It lies beside this class,
 * written when operations change, so that a server carries nothing of what makes it; it is read
 * when it is first asked for.
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

  /** The document as JSON in UTF-8. */
  byte[] json() {
    return document.get();
  }

  /** The operations by area, both in the order in which a person looks for them. */
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

  /** Without a host, so it holds behind any proxy and by any name. */
  private static JsonNode under(String context, ObjectNode document) {
    if (!context.isEmpty()) {
      document.putArray("servers").addObject().put("url", context);
    }
    return document;
  }
}
