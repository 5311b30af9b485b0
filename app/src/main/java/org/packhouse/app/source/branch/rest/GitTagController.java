package org.packhouse.app.source.branch.rest;

import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.branch.Tags;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: creates annotated and lightweight tags, and deletes tags. */
@RestController
@RequestMapping(RestPaths.GIT + "/projects/{projectKey}/repos/{slug}/tags")
class GitTagController {

  private final Tags tags;

  GitTagController(Tags tags) {
    this.tags = tags;
  }

  /** A tag to be created; without a type it is annotated if it has a message. */
  record NewTag(
      @Nullable String name,
      @Nullable String startPoint,
      @Nullable String message,
      @Nullable String type,
      @Nullable Boolean force) {

    Tags.NewTag checked() {
      boolean hasMessage = message != null && !message.isBlank();
      String wanted = type == null ? "" : type;
      boolean annotated =
          switch (wanted.toUpperCase(Locale.ROOT)) {
            case "" -> hasMessage;
            case "ANNOTATED" -> true;
            case "LIGHTWEIGHT" -> false;
            default ->
                throw new InvalidFieldException(
                    "type",
                    "The type of a tag is ANNOTATED or LIGHTWEIGHT, not %s."
                        .formatted(InvalidFieldException.quote(wanted)));
          };
      if (annotated && !hasMessage) {
        throw new InvalidFieldException("message", "An annotated tag needs a message.");
      }
      return new Tags.NewTag(
          name, startPoint, annotated ? message : null, Boolean.TRUE.equals(force));
    }
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  TagView create(
      @Requires(Permission.REPO_WRITE) Repository repository,
      Caller caller,
      @RequestBody NewTag body)
      throws IOException {
    return TagView.of(tags.create(repository, body.checked(), caller));
  }

  /** Names may have slashes, raw or encoded. */
  @DeleteMapping("/{*name}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires(Permission.REPO_WRITE) Repository repository,
      Caller caller,
      @PathVariable String name)
      throws IOException {
    tags.delete(repository, name.substring(1), caller);
  }
}
