package org.packhouse.app.source.attachment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

class AttachmentTest {

  private static final byte[] PNG = HexFormat.of().parseHex("89504e470d0a1a0a0000000d49484452");
  private static final byte[] PAGE = "<script>alert(1)</script>".getBytes(StandardCharsets.UTF_8);

  private final TestingServer server = TestingServer.shared();
  private final Attachments attachments = server.get(Attachments.class);
  private final Repository repository = TestingProjects.in(server).repository();
  private final TestingPeople people = TestingPeople.of(server);
  private final User author =
      people.createUser(TestingPeople.uniqueName("author"), "a-password-of-authors");

  private Caller caller(User user) {
    return new Caller.SignedIn(user, null, server.get(PermissionStamp.class).current());
  }

  private Attachments.Taken add(String name, byte[] bytes) throws IOException {
    return attachments.add(repository, name, new ByteArrayInputStream(bytes), caller(author));
  }

  private String path(Attachments.Taken taken) {
    return "projects/%s/repos/%s/attachments/%d"
        .formatted(repository.project().key(), repository.slug(), taken.attachment().id());
  }

  @Test
  void aPictureIsShownAndAllElseIsSaved() throws IOException {
    TestingRest admin = TestingRest.admin(server);
    Attachments.Taken picture = add("C:\\shots\\a[b].png", PNG);
    assertThat(picture.markdown())
        .isEqualTo("![a b .png](attachment:%d)".formatted(picture.attachment().id()));
    assertThat(add("a[b].png", PNG).attachment()).as("the same").isEqualTo(picture.attachment());
    TestingRest.Response shown = admin.get(path(picture));
    assertThat(shown.response().headers().firstValue("Content-Type")).contains("image/png");
    Attachments.Taken page = add("../x.png", PAGE);
    assertThat(page.markdown()).startsWith("[x.png](attachment:");
    assertThat(admin.get(path(page)).response().headers().map())
        .containsEntry("Content-Type", java.util.List.of("application/octet-stream"))
        .containsEntry("X-Content-Type-Options", java.util.List.of("nosniff"))
        .hasEntrySatisfying(
            "Content-Disposition", it -> assertThat(it.getFirst()).startsWith("attachment;"))
        .hasEntrySatisfying(
            "Content-Security-Policy", it -> assertThat(it.getFirst()).contains("sandbox"));
  }

  @Test
  void onlyWhoMayReadTheRepositorySeesItAndItsAuthorDeletesIt() throws IOException {
    Attachments.Taken taken = add("a.txt", PAGE);
    User reader = people.createUser(TestingPeople.uniqueName("reader"), "a-password-of-readers");
    TestingRest stranger = TestingRest.user(server, reader.name(), "a-password-of-readers");
    assertThat(stranger.get(path(taken)).status()).isIn(401, 404);
    people.grant(reader, new RepositoryId(repository.id()), Permission.REPO_READ);
    assertThat(stranger.get(path(taken)).status()).isEqualTo(200);
    assertThat(stranger.delete(path(taken)).status()).isEqualTo(401);
    Repository other = TestingProjects.in(server).repository();
    assertThatThrownBy(() -> attachments.require(other, taken.attachment().id()))
        .hasMessageContaining("no attachment");
    TestingRest admin = TestingRest.admin(server);
    assertThat(admin.put(path(taken) + "/metadata", "{'a':1}").status()).isEqualTo(204);
    assertThat(admin.get(path(taken) + "/metadata").at("/metadata")).contains("1");
    assertThat(admin.delete(path(taken) + "/metadata").status()).isEqualTo(204);
    assertThat(admin.delete(path(taken)).status()).isEqualTo(204);
    assertThat(admin.get(path(taken)).status()).isEqualTo(404);
  }

  @Test
  void whatIsTooLargeOrEmptyIsRefused() {
    assertThatThrownBy(() -> add("big", new byte[5 * 1024 * 1024 + 1]))
        .hasMessageContaining("at most 5 MB");
    assertThatThrownBy(() -> add("none", new byte[0])).hasMessageContaining("empty");
    assertThatThrownBy(() ->
            attachments.add(
                repository, "a", new ByteArrayInputStream(PAGE), new Caller.Anonymous(0)))
        .hasMessageContaining("Only users");
  }
}
