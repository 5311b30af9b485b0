package org.packhouse.app.identity.avatar;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

class AvatarRestTest {

  private static final String PASSWORD = "correct horse battery";
  private static final String BOUNDARY = "boundary-of-the-test";
  private static final int GREEN = 0x00aa00;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final User user = people.createUser(TestingPeople.uniqueName("face"), PASSWORD);
  private final String page = "/users/" + user.slug() + "/avatar.png";
  private final String rest = "/rest/api/1.0" + page;

  @Test
  void aUserUploadsAPictureWhichEverybodySees() throws IOException {
    HttpResponse<String> taken = upload(rest, user.name(), picture(300));
    assertThat(taken.statusCode()).describedAs(taken.body()).isEqualTo(201);
    for (String path : List.of(page, rest)) {
      HttpResponse<byte[]> shown = get(path + "?s=48", null);
      assertThat(shown.headers().firstValue("Content-Type")).hasValue("image/png");
      BufferedImage image = decode(shown.body());
      assertThat(image.getWidth()).isEqualTo(48);
      assertThat(image.getRGB(24, 24) & 0xffffff).isEqualTo(GREEN);
    }
    Response removed = TestingRest.user(server, user.name(), PASSWORD).delete(rest);
    assertThat(removed.at("/href")).isEqualTo(server.httpUrl() + page + "?s=256");
    assertThat(get(page, null).headers().firstValue("Content-Type")).hasValue("image/svg+xml");
  }

  @Test
  void browsersAskWhetherAPictureHasChanged() throws IOException {
    upload(rest, user.name(), picture(64));
    String stamp = get(page, null).headers().firstValue("ETag").orElseThrow();
    assertThat(get(page, stamp).statusCode()).isEqualTo(304);
    assertThat(get(page + "?s=64", stamp).statusCode()).isEqualTo(200);
  }

  @Test
  void strangersDoNotLearnWhoHasAnAccount() throws IOException {
    byte[] known = get(page, null).body();
    assertThat(get("/users/nobody-of-this-name/avatar.png", null).body()).isEqualTo(known);
    assertThat(admin.get("/rest/api/latest/users/nobody-of-this-name/avatar.png").status())
        .isEqualTo(404);
  }

  @Test
  void onlyUsersThemselvesAndTheirAdministratorsChangeAPicture() throws IOException {
    User other = people.createUser(TestingPeople.uniqueName("other"), PASSWORD);
    assertThat(upload(rest, other.name(), picture(64)).statusCode()).isEqualTo(401);
    assertThat(TestingRest.user(server, other.name(), PASSWORD).delete(rest).status())
        .isEqualTo(401);
    assertThat(admin.delete(rest).status()).isEqualTo(200);
  }

  @Test
  void sizesAreTheNearestThatThereAreAndTypesAreChecked() throws IOException {
    assertThat(new String(get(page + "?s=257", null).body(), StandardCharsets.UTF_8))
        .contains("width=\"256\"");
    upload(rest, user.name(), picture(300));
    for (String size : List.of("1000000000", "257")) {
      assertThat(decode(get(page + "?s=" + size, null).body()).getWidth()).isEqualTo(256);
    }
    for (String size : List.of("-5", "0", "1")) {
      assertThat(decode(get(page + "?s=" + size, null).body()).getWidth()).isEqualTo(16);
    }
    assertThat(admin.get(rest + "?s=large").status()).isEqualTo(400);
    byte[] text = "no picture".getBytes(StandardCharsets.US_ASCII);
    HttpResponse<String> refused = upload(rest, user.name(), text);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("\"context\":\"avatar\"");
    assertThat(upload(rest, user.name(), new byte[0]).statusCode()).isEqualTo(400);
    assertThat(upload(rest, user.name(), new byte[3 << 20]).statusCode()).isEqualTo(400);
    assertThat(admin.send("POST", rest, null).status()).isEqualTo(415);
  }

  @Test
  void thePictureOfADeletedUserIsRemoved() throws IOException {
    upload(rest, user.name(), picture(64));
    Path file = server.get(Homes.class).shared().resolve("avatars/users/" + user.id() + ".png");
    assertThat(file).exists();
    server.get(Accounts.class).delete(user);
    assertThat(file).doesNotExist();
  }

  @Test
  void aProjectIsMadeAndChangedWithAPicture() throws IOException {
    String key = TestingProjects.name("PIC");
    String uri = "data:image/png;base64," + Base64.getEncoder().encodeToString(picture(64));
    String body = "{'key':'%s','name':'%s','avatar':'%s'}";
    assertThat(admin.post("projects", body.formatted(key, key, "nonsense")).status())
        .isEqualTo(400);
    assertThat(admin.get("projects/" + key).status()).isEqualTo(404);
    assertThat(admin.post("projects", body.formatted(key, key, uri)).status()).isEqualTo(201);
    String path = "/rest/api/1.0/projects/" + key + "/avatar.png";
    assertThat(middle(path)).isEqualTo(GREEN);
    assertThat(admin.put("projects/" + key, "{'avatar':'data:image/png;base64,AAAA'}").status())
        .isEqualTo(400);
    assertThat(middle(path)).isEqualTo(GREEN);
    long id = admin.get("projects/" + key).json().at("/id").asLong();
    Path file = server.get(Homes.class).shared().resolve("avatars/projects/" + id + ".png");
    assertThat(Files.exists(file)).isTrue();
    assertThat(admin.delete("projects/" + key).status()).isEqualTo(204);
    assertThat(file).doesNotExist();
  }

  @Test
  void aProjectTakesAPictureByForm() throws IOException {
    Project project = TestingProjects.in(server).project();
    String path = "/rest/api/latest/projects/" + project.key() + "/avatar.png";
    assertThat(upload(path, user.name(), picture(64)).statusCode()).isEqualTo(404);
    assertThat(upload(path, TestingServer.ADMIN, picture(64)).statusCode()).isEqualTo(201);
    assertThat(middle(path)).isEqualTo(GREEN);
    assertThat(get(path, null).statusCode()).isEqualTo(401);
  }

  @Test
  void answersTellWherePicturesAreIfTheyAreAskedTo() {
    Project project = TestingProjects.in(server).project();
    assertThat(admin.get("users/" + user.slug()).json().has("avatarUrl")).isFalse();
    assertThat(admin.get("users/" + user.slug() + "?avatarSize=32").at("/avatarUrl"))
        .isEqualTo(server.httpUrl() + page + "?s=32");
    assertThat(admin.get("projects/" + project.key() + "?avatarSize=64").at("/avatarUrl"))
        .startsWith(server.httpUrl().toString())
        .endsWith("/projects/" + project.key() + "/avatar.png?s=64");
    assertThat(admin.get("users?avatarSize=huge").status()).isEqualTo(400);
    assertThat(admin.get("users?avatarSize=-1").status()).isEqualTo(400);
  }

  private int middle(String path) throws IOException {
    BufferedImage image = decode(send(request(path, TestingServer.ADMIN).GET()).body());
    return image.getRGB(image.getWidth() / 2, image.getHeight() / 2) & 0xffffff;
  }

  private HttpResponse<byte[]> get(String path, @Nullable String stamp) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.httpUrl() + path));
    if (stamp != null) {
      request.header("If-None-Match", stamp);
    }
    return send(request.GET());
  }

  private HttpResponse<String> upload(String path, String name, byte[] file) {
    // A refused upload is not read to its end, and its connection serves no other request.
    try (HttpClient client = HttpClient.newHttpClient()) {
      return send(
          client,
          request(path, name)
              .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
              .header("X-Atlassian-Token", "no-check")
              .POST(multipart(file)),
          BodyHandlers.ofString());
    }
  }

  private HttpRequest.Builder request(String path, String name) {
    String password = name.equals(TestingServer.ADMIN) ? TestingServer.ADMIN_PASSWORD : PASSWORD;
    String pair = name + ":" + password;
    return HttpRequest.newBuilder(URI.create(server.httpUrl() + path))
        .header(
            "Authorization",
            "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
  }

  private static HttpResponse<byte[]> send(HttpRequest.Builder request) {
    return send(CLIENT, request, BodyHandlers.ofByteArray());
  }

  private static <T> HttpResponse<T> send(
      HttpClient client, HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
    try {
      return client.send(request.build(), handler);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("No response", e);
    }
  }

  private static BodyPublisher multipart(byte[] file) {
    String head =
        "--%s\r\nContent-Disposition: form-data; name=\"avatar\"; filename=\"a.png\"\r\n\r\n"
            .formatted(BOUNDARY);
    return BodyPublishers.ofByteArrays(
        List.of(
            head.getBytes(StandardCharsets.US_ASCII),
            file,
            "\r\n--%s--\r\n".formatted(BOUNDARY).getBytes(StandardCharsets.US_ASCII)));
  }

  private static byte[] picture(int side) throws IOException {
    BufferedImage image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(new Color(GREEN));
    graphics.fillRect(0, 0, side, side);
    graphics.dispose();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  private static BufferedImage decode(byte[] png) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(png));
  }
}
