package org.packhouse.app.platform.openapi;

import java.util.List;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.context.WebApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/**
 * The OpenAPI document of the REST operations that this server has, made from their code. It is
 * made when it is first asked for, in a second or two, and kept: a server whom nobody asks pays
 * nothing for it.
 */
@Component
public class ApiDocument {

  private final Supplier<byte[]> document;
  private final Supplier<List<ApiArea>> areas;

  ApiDocument(WebApplicationContext server, JsonMapper json) {
    this.document = SingletonSupplier.of(() -> DocumentContext.describe(server));
    this.areas = SingletonSupplier.of(() -> new AreaReader(json.readTree(json())).areas());
  }

  /** The document as JSON in UTF-8. */
  byte[] json() {
    return document.get();
  }

  /** The operations by area, both in the order in which a person looks for them. */
  public List<ApiArea> areas() {
    return areas.get();
  }
}
