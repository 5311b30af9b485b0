package org.packhouse.app.platform.rest;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.security.web.firewall.FirewalledRequest;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/**
 * Strict but for names of refs and files: slashes, raw or encoded, and {@code % ; \} anywhere, and
 * encoded line breaks in REST below a repository.
 */
final class NamesFirewall extends StrictHttpFirewall {

  private final StrictHttpFirewall ofFiles = new StrictHttpFirewall();

  NamesFirewall() {
    allowNames(this);
    allowNames(ofFiles);
    ofFiles.setAllowUrlEncodedCarriageReturn(true);
    ofFiles.setAllowUrlEncodedLineFeed(true);
    ofFiles.setAllowUrlEncodedLineSeparator(true);
    ofFiles.setAllowUrlEncodedParagraphSeparator(true);
  }

  private static void allowNames(StrictHttpFirewall firewall) {
    firewall.setAllowUrlEncodedSlash(true);
    firewall.setAllowUrlEncodedDoubleSlash(true);
    firewall.setAllowUrlEncodedPercent(true);
    firewall.setAllowSemicolon(true);
    firewall.setAllowBackSlash(true);
    // Unknown parameters are ignored, whatever their names.
    firewall.setAllowedParameterNames(_ -> true);
  }

  @Override
  public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    return path.startsWith("/rest/") && path.contains("/repos/")
        ? ofFiles.getFirewalledRequest(request)
        : super.getFirewalledRequest(request);
  }
}
