package org.packhouse.app.web.layout;

import org.springframework.stereotype.Component;
import org.springframework.web.servlet.resource.ResourceUrlProvider;

/**
 * URLs of static files with a hash of their content in them, so that browsers keep them for ever.
 */
@Component
public class Assets {

  private final ResourceUrlProvider urls;

  Assets(ResourceUrlProvider urls) {
    this.urls = urls;
  }

  /**
   * The URL path, without the context path.
   *
   * @param path such as {@code /assets/packhouse.css}
   * @throws IllegalArgumentException if there is no such file
   */
  public String url(String path) {
    String url = urls.getForLookupPath(path);
    if (url == null) {
      throw new IllegalArgumentException("There is no static file " + path);
    }
    return url;
  }
}
