package org.packhouse.app.web.layout;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.avatar.AvatarOwner;
import org.packhouse.app.identity.avatar.Avatars;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.source.commit.CommitAccounts;
import org.packhouse.app.source.commit.Person;
import org.springframework.stereotype.Component;

/** Functions for templates: URLs, dates, sizes and avatars. */
@Component
public final class Ui {

  private static final DateTimeFormatter EXACT =
      DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm:ss 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private static final String[] UNITS = {"bytes", "KB", "MB", "GB", "TB"};
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final long MONTH = 30 * DAY;
  private static final long YEAR = 365 * DAY;

  /** Sharp on screens with a pixel ratio of 2, where the picture is largest. */
  private static final String PICTURE = "/avatar.png?s=96";

  private final Assets assets;
  private final IconSprite icons;
  private final Avatars avatars;
  private final Clock clock;

  Ui(Assets assets, IconSprite icons, Avatars avatars, Clock clock) {
    this.assets = assets;
    this.icons = icons;
    this.avatars = avatars;
    this.clock = clock;
  }

  /**
   * A person named by a commit: the account with that address, or what the commit says. {@code
   * link} is null without an account; {@code title} has the commit's name and address.
   */
  public record Author(Avatar avatar, String name, @Nullable String link, String title) {}

  public String asset(String path) {
    return assets.url(path);
  }

  public String icons() {
    return icons.url();
  }

  /** Returns text such as {@code 3 days ago}. */
  public String ago(Instant when) {
    long seconds = Duration.between(when, clock.instant()).toSeconds();
    if (Math.abs(seconds) < MINUTE) {
      return "just now";
    }
    String amount = amount(Math.abs(seconds));
    return seconds > 0 ? amount + " ago" : "in " + amount;
  }

  private static String amount(long seconds) {
    if (seconds < HOUR) {
      return count(seconds / MINUTE, "minute");
    }
    if (seconds < DAY) {
      return count(seconds / HOUR, "hour");
    }
    if (seconds < MONTH) {
      return count(seconds / DAY, "day");
    }
    return seconds < YEAR ? count(seconds / MONTH, "month") : count(seconds / YEAR, "year");
  }

  private static String count(long number, String unit) {
    return number + " " + unit + (number == 1 ? "" : "s");
  }

  public String exact(Instant when) {
    return EXACT.format(when);
  }

  public String day(Instant when) {
    return DATE.format(when);
  }

  /** Returns text such as {@code 4.2 MB}. */
  public String size(long bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= 1024 && unit < UNITS.length - 1) {
      amount /= 1024;
      unit++;
    }
    if (unit == 0) {
      return bytes == 1 ? "1 byte" : bytes + " bytes";
    }
    return String.format(Locale.ROOT, amount < 10 ? "%.1f %s" : "%.0f %s", amount, UNITS[unit]);
  }

  public Avatar avatar(User user) {
    Avatar avatar = Avatar.of(user.displayName(), user.id());
    return avatars.isUploaded(new AvatarOwner.OfUser(user.id()))
        ? avatar.with(Links.to(user) + PICTURE)
        : avatar;
  }

  public Avatar avatar(Project project) {
    Avatar avatar = Avatar.of(project.name(), project.id());
    Long owner = project.ownerId();
    boolean uploaded =
        avatars.isUploaded(
            owner == null
                ? new AvatarOwner.OfProject(project.id())
                : new AvatarOwner.OfUser(owner));
    return uploaded ? avatar.with("/projects/" + Links.encode(project.key()) + PICTURE) : avatar;
  }

  /** Returns a commit's person; {@code accounts} are those of the page, null if none are known. */
  public Author author(Person person, CommitAccounts.@Nullable Found accounts) {
    User user = accounts == null ? null : accounts.of(person);
    String title = "%s <%s>".formatted(person.name(), person.email());
    return user == null
        ? new Author(Avatar.of(person.name(), person.email()), person.name(), null, title)
        : new Author(avatar(user), user.displayName(), Links.to(user), title);
  }

  public String link(Project project) {
    return Links.to(project);
  }

  public String link(Repository repository) {
    return Links.to(repository);
  }
}
