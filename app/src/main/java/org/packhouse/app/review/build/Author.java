package org.packhouse.app.review.build;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;

/** The author of what a program tells of a commit. */
public sealed interface Author {

  /** The form in which rows keep the author; {@link #parse} reads it. */
  String text();

  /** A user, whichever credential the program has used. */
  record OfUser(long id) implements Author {
    @Override
    public String text() {
      return "user:" + id;
    }
  }

  /**
   * An access token of a project or repository.
   *
   * @param resource the project or repository
   */
  record OfToken(String id, ResourceId resource) implements Author {
    @Override
    public String text() {
      String kind = resource instanceof ProjectId ? "project" : "repository";
      return "token:%s of %s:%d".formatted(id, kind, resource.id());
    }
  }

  /** The author that a row names; null: it names none. */
  static @Nullable Author parse(@Nullable String text) {
    Matcher form = Forms.AUTHOR.matcher(text == null ? "" : text);
    if (!form.matches()) {
      return null;
    }
    if (form.group("user") != null) {
      return new OfUser(Long.parseLong(form.group("user")));
    }
    long id = Long.parseLong(form.group("id"));
    return new OfToken(
        form.group("token"),
        form.group("kind").equals("project") ? new ProjectId(id) : new RepositoryId(id));
  }

  /** The forms of texts. */
  final class Forms {
    private static final Pattern AUTHOR =
        Pattern.compile(
            "user:(?<user>\\d{1,18})|token:(?<token>[0-9]+) of (?<kind>project|repository):(?<id>\\d{1,18})");

    private Forms() {}
  }
}
