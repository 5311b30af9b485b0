package org.packhouse.app.source.browse.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.TooLargeException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: preview of Markdown. */
@RestController
@RequestMapping(RestPaths.API + "/markup")
class MarkupController {

  private static final int MAX_SIZE = 512 << 10;

  private final Markup markup;

  MarkupController(Markup markup) {
    this.markup = markup;
  }

  record Rendered(String html) {}

  @Requires(Permission.LICENSED_USER)
  @PostMapping("/preview")
  Rendered preview(Markup.Options options, HttpServletRequest request) throws IOException {
    byte[] body = request.getInputStream().readNBytes(MAX_SIZE + 1);
    if (body.length > MAX_SIZE) {
      throw new TooLargeException("The text is more than %d bytes long.".formatted(MAX_SIZE));
    }
    return new Rendered(markup.render(new String(body, StandardCharsets.UTF_8), options));
  }
}
