package org.packhouse.app.web.layout;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.packhouse.app.platform.rest.Open;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.webjars.WebJarVersionLocator;

/**
 * Serves the pages' icons as one SVG file, which is cut out of Bootstrap's two thousand at start.
 * Icons of Git's terms, which the set lacks, come from the resources under {@code icons}.
 */
@Controller
@Open("gives everybody the same icons")
class IconSprite {

  static final List<String> NAMES =
      List.of(
          """
          archive arrow-counterclockwise arrow-left-right arrow-repeat bell book box-arrow-right
          box-arrow-up-right braces check-circle chat-left-text check-lg check2-square
          chevron-down chevron-left chevron-right chevron-up circle circle-half clock-history
          clipboard cloud-download code-slash compass download emoji-smile envelope
          exclamation-circle exclamation-triangle eye eye-slash file-earmark file-earmark-binary
          file-earmark-code file-diff file-minus file-plus files folder-fill folder2-open funnel
          gear git globe2 hash hdd-stack house inbox info-circle journal-code key keyboard
          link-45deg list lock moon pencil people person person-plus plus-lg question-circle
          record-circle reply search shield-lock sign-merge-right sign-turn-right sliders square
          star sun tag terminal trash x-circle x-lg box-seam diagram-2
          """
              .split("\\s+", 0));

  static final List<String> OWN_NAMES = List.of("branch", "commit", "fork", "pull-request");

  private static final Pattern BODY = Pattern.compile("<svg[^>]*>(.*)</svg>", Pattern.DOTALL);

  private final byte[] sprite;
  private final String hash;

  IconSprite() throws IOException {
    String version = Objects.requireNonNull(new WebJarVersionLocator().version("bootstrap-icons"));
    String directory = "META-INF/resources/webjars/bootstrap-icons/" + version + "/icons/";
    StringBuilder svg = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\">");
    for (String name : NAMES) {
      append(name, directory, svg);
    }
    for (String name : OWN_NAMES) {
      append(name, "icons/", svg);
    }
    sprite = svg.append("</svg>").toString().getBytes(StandardCharsets.UTF_8);
    hash = HexFormat.of().formatHex(DigestUtils.md5Digest(sprite));
  }

  private static void append(String name, String directory, StringBuilder svg) throws IOException {
    svg.append("<symbol id=\"%s\" viewBox=\"0 0 16 16\">".formatted(name));
    svg.append(body(directory + name + ".svg"));
    svg.append("</symbol>");
  }

  String url() {
    return "/icons/" + hash + ".svg";
  }

  @GetMapping("/icons/{hash}.svg")
  ResponseEntity<byte[]> sprite() {
    return ResponseEntity.ok()
        .contentType(new MediaType("image", "svg+xml", StandardCharsets.UTF_8))
        .cacheControl(CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable())
        .body(sprite);
  }

  private static String body(String path) throws IOException {
    ClassPathResource file = new ClassPathResource(path);
    try (InputStream in = file.getInputStream()) {
      String svg = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Matcher matcher = BODY.matcher(svg);
      if (!matcher.find()) {
        throw new IllegalStateException("No SVG in " + file);
      }
      return matcher.group(1).replaceAll("\\s*\n\\s*", "");
    }
  }
}
