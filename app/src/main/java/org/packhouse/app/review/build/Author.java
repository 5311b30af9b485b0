package org.packhouse.app.review.build;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;

/** The author of a report: a user or an access token. */
public sealed interface Author {

  /** The form in which rows keep the author, as {@link #parse} reads it. */
  String text();

  /** A user, whichever credential the client has used. */
  record OfUser(long id) implements Author {
    @Override
    public String text() {
      return "user:" + id;
    }
  }

  record OfToken(String id, ResourceId resource) implements Author {
    @Override
    public String text() {
      String kind = resource instanceof ProjectId ? "project" : "repository";
      return "token:%s of %s:%d".formatted(id, kind, resource.id());
    }
  }

  /** Returns the author that a row names, or null. */
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

  final class Forms {
    private static final Pattern AUTHOR =
        Pattern.compile(
            "user:(?<user>\\d{1,18})|token:(?<token>[0-9]+) of (?<kind>project|repository):(?<id>\\d{1,18})");

    private Forms() {}
  }
}
