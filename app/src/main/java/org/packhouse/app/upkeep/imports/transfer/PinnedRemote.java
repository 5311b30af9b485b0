package org.packhouse.app.upkeep.imports.transfer;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An address with what its host was found to be. Git connects to these addresses and looks the name
 * up no more, so that they are those that were checked.
 */
public record PinnedRemote(RemoteUrl url, List<InetAddress> addresses) {

  /** For {@code http.curloptResolve}: {@code HOST:PORT:ADDRESS,ADDRESS}. */
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
