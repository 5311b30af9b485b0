package org.packhouse.app.engine.ssh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.OptionalFeature;
import org.apache.sshd.common.cipher.BuiltinCiphers;
import org.apache.sshd.common.compression.BuiltinCompressions;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.mac.BuiltinMacs;
import org.apache.sshd.common.signature.BuiltinSignatures;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.server.ServerBuilder;
import org.apache.sshd.server.SshServer;

/** The algorithms that the server offers. No setting brings back a broken one such as SHA-1. */
final class Algorithms {

  /** For host keys and users' keys; {@code ssh-rsa}, which is SHA-1, is not among them. */
  private static final List<BuiltinSignatures> SIGNATURES =
      List.of(
          BuiltinSignatures.ed25519,
          BuiltinSignatures.nistp256,
          BuiltinSignatures.nistp384,
          BuiltinSignatures.nistp521,
          BuiltinSignatures.sk_ssh_ed25519,
          BuiltinSignatures.sk_ecdsa_sha2_nistp256,
          BuiltinSignatures.rsaSHA512,
          BuiltinSignatures.rsaSHA256);

  private static final Set<BuiltinCiphers> CIPHERS =
      EnumSet.of(
          BuiltinCiphers.aes128gcm,
          BuiltinCiphers.aes256gcm,
          BuiltinCiphers.cc20p1305_openssh,
          BuiltinCiphers.aes128ctr,
          BuiltinCiphers.aes192ctr,
          BuiltinCiphers.aes256ctr);

  private static final Set<BuiltinDHFactories> KEY_EXCHANGES =
      EnumSet.of(
          BuiltinDHFactories.mlkem768x25519,
          BuiltinDHFactories.sntrup761x25519,
          BuiltinDHFactories.sntrup761x25519_openssh,
          BuiltinDHFactories.curve25519,
          BuiltinDHFactories.curve25519_libssh,
          BuiltinDHFactories.ecdhp256,
          BuiltinDHFactories.ecdhp384,
          BuiltinDHFactories.ecdhp521,
          BuiltinDHFactories.dhg16_512,
          BuiltinDHFactories.dhg14_256);

  private static final Set<BuiltinMacs> MACS =
      EnumSet.of(
          BuiltinMacs.hmacsha256etm,
          BuiltinMacs.hmacsha512etm,
          BuiltinMacs.hmacsha256,
          BuiltinMacs.hmacsha512);

  private Algorithms() {}

  /** Configures a server; an unknown or weak algorithm is an IllegalArgumentException. */
  static void apply(SshSettings settings, SshServer server) {
    server.setCipherFactories(
        new ArrayList<>(chosen("server.ssh.ciphers", settings.ciphers(), CIPHERS)));
    server.setMacFactories(new ArrayList<>(chosen("server.ssh.macs", settings.macs(), MACS)));
    server.setKeyExchangeFactories(
        chosen("server.ssh.key-exchanges", settings.keyExchanges(), KEY_EXCHANGES).stream()
            .map(ServerBuilder.DH2KEX)
            .toList());
    server.setCompressionFactories(List.of(BuiltinCompressions.none));
    server.setSignatureFactories(new ArrayList<NamedFactory<Signature>>(SIGNATURES));
  }

  private static <T extends NamedResource & OptionalFeature> List<T> chosen(
      String setting, Collection<String> names, Collection<T> known) {
    List<T> chosen = new ArrayList<>();
    for (String name : names) {
      chosen.add(
          known.stream()
              .filter(factory -> factory.getName().equals(name) && factory.isSupported())
              .findFirst()
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "%s names %s, which is not one of: %s"
                          .formatted(setting, name, NamedResource.getNames(known)))));
    }
    return chosen;
  }
}
