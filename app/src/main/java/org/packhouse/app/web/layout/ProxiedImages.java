package org.packhouse.app.web.layout;

import java.util.Optional;
import org.packhouse.app.notice.imageproxy.ImageAddresses;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Gives images of other hosts addresses of this server, so that browsers contact no other. */
@Component
public class ProxiedImages {

  private final ImageAddresses addresses;

  ProxiedImages(ImageAddresses addresses) {
    this.addresses = addresses;
  }

  /** Returns the image's path with the context path; empty if it must not be shown. */
  public Optional<String> address(String url) {
    String context = ServletUriComponentsBuilder.fromCurrentContextPath().build().getPath();
    return addresses.path(url).map(path -> context == null ? path : context + path);
  }
}
