package org.packhouse.app.upkeep.imports.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.outbound.OutboundAddresses;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** Addresses that may be imported from, by the text of the URL and by where it leads. */
class RemoteUrlTest {

  private final RemoteHosts strict = hosts(Map.of());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost/x.git",
        "http://LOCALHOST./x.git",
        "http://127.0.0.1/x.git",
        "http://127.1/x.git",
        "http://127.0.0.1./x.git",
        "http://0177.0.0.1/x.git",
        "http://2130706433/x.git",
        "http://0x7f000001/x.git",
        "http://0x7f.0.0.1/x.git",
        "http://0x7F.1/x.git",
        "http://017700000001/x.git",
        "http://0/x.git",
        "http://0.0.0.0/x.git",
        "http://169.254.169.254/latest/meta-data",
        "http://10.0.0.1/x.git",
        "http://172.16.0.1/x.git",
        "http://172.31.255.255/x.git",
        "http://192.168.1.1/x.git",
        "http://100.64.0.1/x.git",
        "http://198.18.0.1/x.git",
        "http://224.0.0.1/x.git",
        "http://255.255.255.255/x.git",
        "http://[::1]/x.git",
        "http://[::]/x.git",
        "http://[0:0:0:0:0:0:0:1]/x.git",
        "http://[::ffff:127.0.0.1]/x.git",
        "http://[::ffff:7f00:1]/x.git",
        "http://[::127.0.0.1]/x.git",
        "http://[64:ff9b::7f00:1]/x.git",
        "http://[2002:7f00:1::]/x.git",
        "http://[2001::1]/x.git",
        "http://[fe80::1]/x.git",
        "http://[fc00::1]/x.git",
        "http://[fd12:3456::1]/x.git",
        "http://[ff02::1]/x.git",
        "http://user:secret@127.0.0.1:8080/x.git",
        "http://1.2.3.4@127.0.0.1/x.git",
        "http://①②⑦.0.0.1/x.git"
      })
  void refusesWhatIsNotPublic(String url) {
    assertThatThrownBy(() -> strict.find(RemoteUrl.parse(url).url()))
        .isInstanceOfAny(ImportFailedException.class, InvalidFieldException.class)
        .message()
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "repository.git",
        "/srv/git/x.git",
        "file:///srv/git/x.git",
        "git://example.org/x.git",
        "ssh://git@example.org/x.git",
        "git@example.org:x.git",
        "ext::sh -c touch% /tmp/pwned",
        "ftp://example.org/x.git",
        "https:///x.git",
        "https:x.git",
        "https://user@/x.git",
        "https://example.org",
        "https://example.org/",
        "https://example.org:0/x.git",
        "https://example.org:99999/x.git",
        "https://example.org:x/x.git",
        "https://example.org/x.git?ref=main",
        "https://example.org/x.git#main",
        "https://exa mple.org/x.git",
        "https://example.org/x\ny.git",
        "https://-example.org/x.git",
        "https://exa_mple..org/x.git",
        "https://[fe80::1%25eth0]/x.git",
        "https://[1.2.3.4]x/x.git",
        "https://user:se%0Acret@example.org/x.git"
      })
  void refusesWhatIsNoAddressOfARepository(String url) {
    assertThatThrownBy(() -> RemoteUrl.parse(url))
        .isInstanceOf(InvalidFieldException.class)
        .message()
        .doesNotContain("cret");
  }

  @Test
  void takesCredentialsOutOfTheUrl() {
    RemoteUrl.WithCredentials parsed =
        RemoteUrl.parse("HTTPS://jo%40e:pa+ss%3A@Example.ORG.:443/team/x.git");
    assertThat(parsed.url()).hasToString("https://example.org/team/x.git");
    assertThat(Objects.requireNonNull(parsed.credentials()).forGit())
        .isEqualTo("username=jo@e\npassword=pa+ss:\n");
    assertThat(parsed).asString().doesNotContain("pa+ss");
    assertThat(RemoteUrl.of(parsed.url().toString())).isEqualTo(parsed.url());
  }

  @Test
  void pinsTheAddressesThatWereChecked() throws Exception {
    assertThat(
            hosts(Map.of("import.allowed-addresses", "127.0.0.0/8,::1"))
                .find(RemoteUrl.of("http://localhost:8080/x.git"))
                .resolve())
        .startsWith("localhost:8080:")
        .contains("127.0.0.1");
    assertThat(strict.find(RemoteUrl.of("http://[2606:4700::1111]:81/x.git")).addresses())
        .hasSize(1);
    assertThat(RemoteUrl.of("http://[2606:4700::1111]:81/x.git"))
        .hasToString("http://[2606:4700:0:0:0:0:0:1111]:81/x.git");
    assertThat(strict.find(RemoteUrl.of("http://8.8.8.8/x.git")).resolve())
        .isEqualTo("8.8.8.8:80:8.8.8.8");
  }

  @Test
  void doesNotTellAnUnknownHostFromOneInside() {
    for (String host : new String[] {"no-such-host.invalid", "localhost", "10.0.0.1"}) {
      assertThatThrownBy(() -> strict.find(RemoteUrl.of("https://" + host + "/x.git")))
          .isInstanceOfSatisfying(
              ImportFailedException.class,
              e -> assertThat(e.problem()).isEqualTo(ImportProblem.ADDRESS_REFUSED))
          .hasMessage(
              host
                  + " is not at a public address, or no host is known by that name. A system"
                  + " administrator can allow it under Administration, Imports.");
    }
  }

  private static RemoteHosts hosts(Map<String, String> settings) {
    return new RemoteHosts(
        () -> new OutboundAddresses(ImportSettingsTest.bind(settings).allowedAddresses()));
  }
}
