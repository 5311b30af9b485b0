package org.packhouse.app.identity.avatar;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.UserDeleted;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.node.SharedHomeBulkhead;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.cluster.Topics;
import org.springframework.stereotype.Service;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * The avatars of users and projects; asks no permission. An uploaded one is nothing but a PNG file
 * in the shared home; all others are drawn.
 */
@Service
public class Avatars {

  /** Pixels in width and in height. */
  public static final int MAX_SIZE = 256;

  private static final String TOPIC = "avatars";
  private static final int SMALLEST = 16;
  private static final long REMEMBERED_BYTES = 8L << 20;

  private final AvatarFiles files;
  private final AvatarSettings settings;
  private final SharedHomeBulkhead door;
  private final Topics topics;
  private final Cache<Key, byte[]> scaled;

  Avatars(
      Homes homes, SharedHomeBulkhead door, AvatarSettings settings, Topics topics, Caches caches) {
    this.topics = topics;
    this.settings = settings;
    this.door = door;
    files = new AvatarFiles(homes.shared().resolve("avatars"), door);
    var _ = topics.subscribe(TOPIC, Topics.Listener.refreshing(files::forget));
    scaled =
        caches.build(
            "avatars",
            "Uploaded avatars by their size",
            Caffeine.newBuilder()
                .maximumWeight(REMEMBERED_BYTES)
                .weigher((Key _, byte[] png) -> png.length));
  }

  private record Key(Path file, long modified, int size) {}

  /** Returns whether an avatar was uploaded, on another node seconds ago at most. */
  public boolean isUploaded(AvatarOwner owner) {
    return files.exists(owner);
  }

  /** Returns the uploaded avatar, or initials on a colour; {@code size} is clamped. */
  public Picture get(AvatarOwner owner, String name, int size) {
    int nearest = nearest(size);
    Picture uploaded = uploaded(owner, nearest);
    return uploaded != null
        ? uploaded
        : Picture.svg(
            DrawnAvatar.of(name, owner.id(), nearest),
            "d" + Integer.toHexString(name.hashCode()) + "-" + nearest);
  }

  /** Returns the uploaded avatar, or one that reveals nothing of the owner. */
  public Picture getForStrangers(AvatarOwner owner, int size) {
    Picture uploaded = uploaded(owner, nearest(size));
    return uploaded == null ? ofNobody(size) : uploaded;
  }

  public Picture ofNobody(int size) {
    int nearest = nearest(size);
    return Picture.svg(DrawnAvatar.ofNobody(nearest), "n-" + nearest);
  }

  /** Stores an avatar, uploaded as PNG, JPEG or GIF. */
  public void put(AvatarOwner owner, byte[] upload) {
    byte[] png = check(upload);
    try {
      files.write(owner, png);
      topics.publish(TOPIC, "");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write the avatar of " + owner, e);
    }
  }

  /** Returns the image as it would be stored, or refuses it. */
  public byte[] check(byte[] upload) {
    return UploadedPicture.normal(upload, MAX_SIZE, settings);
  }

  /** Returns the maximum size of an upload, in bytes. */
  public long maxSize() {
    return settings.maxSize().toBytes();
  }

  public void remove(AvatarOwner owner) {
    try {
      files.delete(owner);
      topics.publish(TOPIC, "");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot remove the avatar of " + owner, e);
    }
  }

  @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
  void on(UserDeleted event) {
    remove(new AvatarOwner.OfUser(event.user().id()));
  }

  @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
  void on(AvatarOwnerDeleted event) {
    remove(event.owner());
  }

  private @Nullable Picture uploaded(AvatarOwner owner, int size) {
    try {
      return door.run(() -> stored(files.of(owner), size));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the avatar of " + owner, e);
    }
  }

  private @Nullable Picture stored(Path file, int size) throws IOException {
    try {
      long modified = Files.getLastModifiedTime(file).toMillis();
      Key key = new Key(file, modified, size);
      byte[] png = scaled.getIfPresent(key);
      if (png == null) {
        png = size == MAX_SIZE ? Files.readAllBytes(file) : scale(file, size);
        scaled.put(key, png);
      }
      return Picture.png(png, Long.toHexString(modified) + "-" + size);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static byte[] scale(Path file, int size) throws IOException {
    try {
      BufferedImage image = UploadedPicture.decode(Files.readAllBytes(file), MAX_SIZE);
      return UploadedPicture.encode(UploadedPicture.scale(image, size));
    } catch (InvalidFieldException e) {
      throw new IOException(file + " is damaged", e);
    }
  }

  private static int nearest(int size) {
    return Math.clamp(size, SMALLEST, MAX_SIZE);
  }
}
