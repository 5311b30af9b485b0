package org.packhouse.app.hosting.project.rest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.avatar.AvatarOwner;
import org.packhouse.app.identity.avatar.Avatars;
import org.packhouse.app.identity.avatar.rest.AvatarResponses;
import org.springframework.stereotype.Component;

/** Avatars of projects that requests carry as data URIs. */
@Component
class ProjectPictures {

  private final Avatars avatars;

  ProjectPictures(Avatars avatars) {
    this.avatars = avatars;
  }

  /** Returns the project, or the owner of a personal project, whose avatar it shows. */
  static AvatarOwner owner(Project project) {
    Long owner = project.ownerId();
    return owner == null ? new AvatarOwner.OfProject(project.id()) : new AvatarOwner.OfUser(owner);
  }

  /** Decodes and checks an image before anything is changed; null: the request has none. */
  byte @Nullable [] read(@Nullable String dataUri) {
    if (dataUri == null || dataUri.isEmpty()) {
      return null;
    }
    byte[] picture = AvatarResponses.read(dataUri, avatars.maxSize());
    avatars.check(picture);
    return picture;
  }

  void show(Project project, byte @Nullable [] picture) {
    if (picture != null) {
      avatars.put(owner(project), picture);
    }
  }
}
