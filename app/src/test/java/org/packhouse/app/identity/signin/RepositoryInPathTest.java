package org.packhouse.app.identity.signin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.identity.signin.Authenticator.RepositoryPath;

class RepositoryInPathTest {

  @ParameterizedTest
  @CsvSource({
    "/rest/api/1.0/projects/KEY/repos/slug, KEY, slug",
    "/rest/api/latest/projects/~me/repos/s.l-u_g/commits, ~me, s.l-u_g",
    "/rest/branch-utils/latest/projects/KEY/repos/slug/branches, KEY, slug",
    "/rest/git-lfs/admin/projects/KEY/repos/slug/enabled, KEY, slug",
    "/rest/api/latest/users/me/repos/slug, ~me, slug",
    "/projects/KEY/repos/slug/browse/projects/OTHER/repos/other, KEY, slug",
    "/users/me/repos/slug, ~me, slug",
    "/projects/%7Eme/repos/a%2Db, ~me, a-b"
  })
  void findsWhatThePathNames(String path, String key, String slug) {
    assertThat(RepositoryInPath.of(path)).isEqualTo(new RepositoryPath(key, slug));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/projects",
        "/projects/KEY/repos",
        "/rest/api/latest/projects/KEY/permissions/users",
        "/rest/api/latest/repos",
        "/projects/KEY/repos/%zz"
      })
  void findsNothingElse(String path) {
    assertThat(RepositoryInPath.of(path)).isNull();
  }
}
