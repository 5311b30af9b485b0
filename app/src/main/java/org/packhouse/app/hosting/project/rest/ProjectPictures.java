package org.packhouse.app.hosting.project.rest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.avatar.AvatarOwner;
import org.packhouse.app.identity.avatar.Avatars;
import org.packhouse.app.identity.avatar.rest.AvatarResponses;
import org.springframework.stereotype.Component;

/** The pictures that requests about projects bring as data URIs. */
@Component
class ProjectPictures {

  private final Avatars avatars;

  ProjectPictures(Avatars avatars) {
    this.avatars = avatars;
  }

  /** Whose picture stands for a project: a personal one looks like its owner. */
  static AvatarOwner owner(Project project) {
    Long owner = project.ownerId();
    return owner == null ? new AvatarOwner.OfProject(project.id()) : new AvatarOwner.OfUser(owner);
  }

  /** The picture of a data URI, refused before anything is changed; null for none. */
  byte @Nullable [] read(@Nullable String dataUri) {
    if (dataUri == null || dataUri.isEmpty()) {
      return null;
    }
    byte[] picture = AvatarResponses.read(dataUri, avatars.maxSize());
    avatars.check(picture);
    return picture;
  }

  /** Lets the picture, if there is one, stand for the project. */
  void show(Project project, byte @Nullable [] picture) {
    if (picture != null) {
      avatars.put(owner(project), picture);
    }
  }
}
