package org.packhouse.app.platform.openapi;

import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.platform.rest.RestErrorWriter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the OpenAPI document, for everybody. */
@RestController
@Open("tells everybody the same")
class OpenApiController {

  private final ApiDocument document;

  OpenApiController(ApiDocument document) {
    this.document = document;
  }

  @GetMapping("/rest/openapi.json")
  ResponseEntity<byte[]> document() {
    return ResponseEntity.ok()
        .header(HttpHeaders.CONTENT_TYPE, RestErrorWriter.CONTENT_TYPE)
        .body(document.json());
  }
}
