package org.packhouse.app.engine.git.fetch;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.GitRepository;
import org.packhouse.app.engine.git.GitService;
import org.packhouse.app.engine.git.GitWire;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.PktLineWriter;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.engine.git.V2Command;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A repository of its own in a server, and what tests of fetching do with it. */
public final class FetchKit {

  public final TestingServer server;
  public final Repository repository;

  public FetchKit() {
    this(TestingServer.shared());
  }

  public FetchKit(TestingServer server) {
    this.server = server;
    this.repository = TestingProjects.in(server).repository();
  }

  /** The bare repository that the server serves. */
  public Path directory() {
    return server.get(RepositoryStorage.class).directory(repository.id());
  }

  /** Native git on the bare repository. */
  public GitFixture git() {
    return GitFixture.in(directory());
  }

  /** Where the administrator clones from. */
  public String url() {
    return "http://%s:%s@localhost:%d/scm/%s/%s.git"
        .formatted(
            TestingServer.ADMIN,
            TestingServer.ADMIN_PASSWORD,
            server.httpUrl().getPort(),
            repository.project().key(),
            repository.slug());
  }

  /** Puts all refs of a repository into the served one, behind the server's back. */
  public void fill(GitFixture source) {
    source.git("push", "--quiet", "--mirror", directory().toString());
  }

  /** Moves a ref as a push would; the objects are there. */
  public void move(String ref, String newId) throws IOException {
    ObjectId old =
        server
            .get(Refs.class)
            .snapshot(repository.id())
            .find(ref)
            .map(entry -> entry.id())
            .orElse(ObjectId.zeroId());
    var results =
        server
            .get(RefUpdates.class)
            .apply(
                RefUpdates.Update.all(
                    RefRequest.of(
                        repository.id(),
                        new Actor(null, "ada"),
                        RefCause.IMPORT,
                        List.of(new RefChange(ref, old, ObjectId.fromString(newId))))),
                null);
    if (!results.getFirst().moved()) {
      throw new AssertionError(results.toString());
    }
  }

  /** Lets all ref moves have happened eleven minutes earlier. */
  public void elevenMinutesPass() {
    server
        .get(JdbcClient.class)
        .sql(
            "update ref_move set moved_at = moved_at - interval '11 minutes' where repository_id = ?")
        .param(repository.id())
        .update();
  }

  /** How often native git has served a fetch so far. */
  public long processes() {
    return server.get(GitProcesses.class).started("upload-pack");
  }

  /** How many native git commands the server runs now. */
  public int running() {
    return server.get(GitProcesses.class).running();
  }

  /** A stateless request, answered. */
  public byte[] ask(ProtocolVersion protocol, byte[] request) {
    return converse(protocol, true, request);
  }

  /** A session, the client having said everything at once. */
  public byte[] converse(ProtocolVersion protocol, boolean stateless, byte[] request) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      server
          .get(GitWire.class)
          .uploadPack(exchange(protocol, stateless, new ByteArrayInputStream(request), out));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** How many objects the pack in a response has. */
  public static long objectsIn(byte[] response) {
    String text = new String(response, StandardCharsets.ISO_8859_1);
    return ByteBuffer.wrap(response).getInt(text.indexOf("PACK") + 8);
  }

  /** A fetch of protocol v2 with those arguments, as it is parsed. */
  public static FetchRequest fetchRequest(String... arguments) throws IOException {
    PktLineReader reader = new PktLineReader(new ByteArrayInputStream(command("fetch", arguments)));
    V2Command.read(reader);
    return FetchRequest.parse(reader, true);
  }

  /** An exchange with the administrator, who says that. */
  GitExchange exchange(
      ProtocolVersion protocol, boolean stateless, InputStream in, OutputStream out)
      throws IOException {
    long version = server.get(Refs.class).snapshot(repository.id()).version();
    return new GitExchange(
        new GitRepository(
            repository,
            TestingPeople.of(server).admin(),
            GitService.UPLOAD_PACK,
            version,
            OptionalLong::empty),
        protocol,
        stateless,
        in,
        () -> out,
        null,
        name -> {});
  }

  /** An exchange of protocol v2 with the administrator, who has said everything. */
  GitExchange exchange(boolean stateless, OutputStream out) {
    return new GitExchange(
        new GitRepository(
            repository,
            TestingPeople.of(server).admin(),
            GitService.UPLOAD_PACK,
            1,
            OptionalLong::empty),
        ProtocolVersion.V2,
        stateless,
        InputStream.nullInputStream(),
        () -> out,
        null,
        name -> {});
  }

  /** Makes a request of lines; {@code 0000} and {@code 0001} stand for themselves. */
  public static byte[] lines(String... lines) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PktLineWriter writer = new PktLineWriter(bytes);
    try {
      for (String line : lines) {
        switch (line) {
          case "0000" -> writer.flush();
          case "0001" -> writer.delim();
          default -> writer.text(line);
        }
      }
      writer.drain();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** A v2 request for a command with those arguments. */
  public static byte[] command(String name, String... arguments) {
    List<String> lines = new ArrayList<>(List.of("command=" + name, "object-format=sha1", "0001"));
    lines.addAll(Arrays.asList(arguments));
    lines.add("0000");
    return lines(lines.toArray(String[]::new));
  }

  /** The lines of a response, up to the first that is no text packet. */
  public static String text(byte[] response) {
    return new String(response, StandardCharsets.UTF_8);
  }
}
