package org.packhouse.app.platform.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MountsTest {

  private static final Path HOME = Path.of("/srv/packhouse/shared");

  private static final String ROOT =
      "22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw,errors=remount-ro";

  private static final String NFS_4 =
      "88 22 0:51 / /srv/packhouse/shared rw,noatime shared:45 - nfs4 10.98.0.1:/x"
          + " rw,vers=4.1,rsize=1048576,wsize=1048576,namlen=255,hard,proto=tcp,timeo=600,retrans=2,"
          + "sec=sys,clientaddr=10.98.0.2,lookupcache=pos,local_lock=none,addr=10.98.0.1";

  private static final String NFS_3 =
      "91 22 0:52 / /srv/packhouse/shared rw,relatime shared:47 - nfs 10.98.0.1:/x"
          + " rw,vers=3,rsize=1048576,wsize=1048576,namlen=255,hard,proto=tcp,timeo=600,retrans=2,"
          + "sec=sys,mountaddr=10.98.0.1,mountvers=3,mountport=20048,mountproto=udp,local_lock=none,"
          + "addr=10.98.0.1";

  @Test
  void aLocalDiskAndNfs4AreFit() {
    assertThat(refusal(ROOT)).isEmpty();
    assertThat(refusal(ROOT, NFS_4)).isEmpty();
    assertThat(Mounts.of(List.of(ROOT, NFS_4)).of(HOME).getFirst().isNetwork()).isTrue();
    assertThat(Mounts.of(List.of(ROOT)).of(HOME).getFirst().isNetwork()).isFalse();
  }

  @Test
  void nfs3IsRefused() {
    assertThat(refusal(ROOT, NFS_3))
        .isEqualTo(
            "The shared home /srv/packhouse/shared is mounted at /srv/packhouse/shared by NFS 3; mount it by NFS 4.1 or later.");
  }

  @ParameterizedTest
  @CsvSource({"hard, soft", "hard, softerr", "noatime, 'noatime,nocto'", "'hard,', 'hard,nocto,'"})
  void optionsThatLoseWritesAreRefused(String option, String other) {
    assertThat(refusal(ROOT, NFS_4.replace(option, other)))
        .startsWith(
            "The shared home /srv/packhouse/shared is mounted at /srv/packhouse/shared with")
        .contains(other.contains("nocto") ? "the option nocto" : "the option " + other);
  }

  @Test
  void whatIsMountedElsewhereDoesNotMatter() {
    assertThat(refusal(ROOT, NFS_3.replace("/srv/packhouse/shared", "/srv/packhouse/shared2")))
        .isEmpty();
    assertThat(refusal(ROOT, NFS_3, NFS_4)).isEmpty();
    assertThat(refusal(ROOT, NFS_4, NFS_3)).isNotEmpty();
  }

  @Test
  void aDirectoryAboveAndOneBelowTheHomeMatter() {
    assertThat(refusal(ROOT, NFS_3.replace("/srv/packhouse/shared", "/srv")))
        .contains("is mounted at /srv by NFS 3");
    assertThat(refusal(ROOT, NFS_4, NFS_3.replace("/srv/packhouse/shared", HOME + "/repositories")))
        .contains("is mounted at /srv/packhouse/shared/repositories by NFS 3");
  }

  @Test
  void readsNamesWithSpacesAndSkipsWhatItDoesNotUnderstand() {
    String spaced = NFS_3.replace("/srv/packhouse/shared", "/srv/pack\\040house");
    Mounts mounts = Mounts.of(List.of(ROOT, "", "some words", "1 2 3 4 - 5", spaced));
    assertThat(mounts.refusal(Path.of("/srv/pack house/shared"))).isPresent();
    assertThat(mounts.refusal(HOME)).isEmpty();
  }

  private static String refusal(String... lines) {
    return Mounts.of(List.of(lines)).refusal(HOME).orElse("");
  }
}
