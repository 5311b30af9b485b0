package org.packhouse.app.web.layout;

import org.springframework.stereotype.Component;
import org.springframework.web.servlet.resource.ResourceUrlProvider;

/** URLs of static files, with a hash of their content so that browsers may keep them for ever. */
@Component
public class Assets {

  private final ResourceUrlProvider urls;

  Assets(ResourceUrlProvider urls) {
    this.urls = urls;
  }

  /**
   * Returns the path for a file such as {@code /assets/packhouse.css}, without the context path.
   */
  public String url(String path) {
    String url = urls.getForLookupPath(path);
    if (url == null) {
      throw new IllegalArgumentException("There is no static file " + path);
    }
    return url;
  }
}
