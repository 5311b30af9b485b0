package org.packhouse.app.upkeep.imports.transfer;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Collectors;

/** A URL and the checked addresses of its host, to which git connects without another look-up. */
public record PinnedRemote(RemoteUrl url, List<InetAddress> addresses) {

  /** Returns {@code HOST:PORT:ADDRESS,ADDRESS} for {@code http.curloptResolve}. */
  String resolve() {
    return "%s:%d:%s"
        .formatted(
            url.host(),
            url.port(),
            addresses.stream().map(PinnedRemote::shown).collect(Collectors.joining(",")));
  }

  private static String shown(InetAddress address) {
    String text = address.getHostAddress();
    return address instanceof Inet4Address ? text : "[" + text + "]";
  }
}
