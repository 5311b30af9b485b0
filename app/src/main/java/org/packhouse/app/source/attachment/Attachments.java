package org.packhouse.app.source.attachment;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.ArchivedException;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.springframework.stereotype.Service;

/** Stores attachments; checks who may change them. */
@Service
public class Attachments {

  static final int MAX_NAME = 200;
  static final int MAX_METADATA = 32_768;

  private static final List<String> UNITS = List.of("bytes", "KB", "MB", "GB");

  private final AttachmentRows rows;
  private final Permissions permissions;
  private final AttachmentSettings settings;
  private final Clock clock;

  Attachments(
      AttachmentRows rows, Permissions permissions, AttachmentSettings settings, Clock clock) {
    this.rows = rows;
    this.permissions = permissions;
    this.settings = settings;
    this.clock = clock;
  }

  public record Taken(Attachment attachment, String markdown) {}

  /** Adds an attachment; directories are removed from its name. */
  public Taken add(Repository repository, @Nullable String name, InputStream content, Caller caller)
      throws IOException {
    User author = user(caller);
    refuseArchived(repository);
    long most = settings.maxSize().toBytes();
    byte[] bytes = content.readNBytes(Math.toIntExact(most + 1));
    if (bytes.length == 0) {
      throw new InvalidFieldException("files", "An empty file cannot be attached.");
    }
    if (bytes.length > most) {
      throw new InvalidFieldException(
          "files",
          "A file that is attached has at most %s; this one is larger.".formatted(size(most)));
    }
    Attachment wanted =
        new Attachment(
            0, repository.id(), author.id(), plain(name), digest(bytes), bytes.length, null);
    long limit = settings.maxRepositorySize().toBytes();
    return rows.put(wanted, bytes, limit, clock.instant())
        .map(it -> new Taken(it, it.markdown(bytes)))
        .orElseThrow(() ->
            new ConflictException(
                Conflict.INTEGRITY,
                "The files that are attached in %s may have %s together: there is no room for this one."
                    .formatted(repository.path(), size(limit))));
  }

  /** Formats a limit in the largest unit that it is a multiple of. */
  private static String size(long bytes) {
    int unit = 0;
    long amount = bytes;
    while (unit < UNITS.size() - 1 && amount % 1024 == 0) {
      amount /= 1024;
      unit++;
    }
    return amount + " " + UNITS.get(unit);
  }

  private static String plain(@Nullable String given) {
    String name = given == null ? "" : given.substring(1 + lastSeparator(given));
    String printable = name.replaceAll("\\p{Cntrl}", "").strip();
    if (printable.isEmpty() || printable.equals(".") || printable.equals("..")) {
      return "file";
    }
    return printable.length() <= MAX_NAME
        ? printable
        : printable.substring(printable.length() - MAX_NAME);
  }

  private static int lastSeparator(String name) {
    return Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  public Attachment require(Repository repository, long id) {
    return rows.find(repository.id(), id).orElseThrow(() -> none(id));
  }

  public byte[] bytes(Attachment attachment) {
    return rows.bytes(attachment.id()).orElseThrow(() -> none(attachment.id()));
  }

  /** Sets the metadata; null: none. */
  public void describe(Repository repository, long id, @Nullable String metadata, Caller caller) {
    Attachment attachment = owned(repository, id, caller);
    if (metadata != null && (metadata.length() > MAX_METADATA || metadata.indexOf('\0') >= 0)) {
      throw new InvalidFieldException(
          "metadata",
          "The metadata of an attachment have at most %d characters, none of them NUL; these have %d."
              .formatted(MAX_METADATA, metadata.length()));
    }
    rows.describe(attachment.id(), metadata);
  }

  /** Deletes an attachment: its author may, and an administrator of the repository. */
  public void delete(Repository repository, long id, Caller caller) {
    rows.delete(owned(repository, id, caller).id());
  }

  private Attachment owned(Repository repository, long id, Caller caller) {
    Attachment attachment = require(repository, id);
    refuseArchived(repository);
    User user = caller.user();
    boolean own = user != null && user.id() == attachment.authorId();
    if (!own
        && !permissions.test(caller, new RepositoryId(repository.id()), Permission.REPO_ADMIN)) {
      throw new NotPermittedException(
          "Only who has attached a file or an administrator may change it.",
          true,
          caller instanceof Caller.Anonymous);
    }
    return attachment;
  }

  private static User user(Caller caller) {
    User user = caller.user();
    if (user == null) {
      throw new NotPermittedException(
          "Only users attach files.", true, caller instanceof Caller.Anonymous);
    }
    return user;
  }

  private static void refuseArchived(Repository repository) {
    if (repository.archived()) {
      throw new ArchivedException(
          "The repository %s is archived and read-only.".formatted(repository.path()));
    }
  }

  private static RefusedException none(long id) {
    return new NoSuchException(Thing.ENTITY, "There is no attachment %d.".formatted(id));
  }
}
