package org.packhouse.app.source.attachment.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.attachment.Attachment;
import org.packhouse.app.source.attachment.Attachments;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: attachments. */
@RestController
@RequestMapping(
    RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/attachments/{attachmentId}")
class AttachmentController {

  private final Attachments attachments;

  AttachmentController(Attachments attachments) {
    this.attachments = attachments;
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record MetadataView(long id, @Nullable String metadata) {}

  @GetMapping
  ResponseEntity<byte[]> get(
      @Requires(Permission.REPO_READ) Repository repository, @PathVariable long attachmentId) {
    Attachment attachment = attachments.require(repository, attachmentId);
    return AttachmentResponse.of(attachment, attachments.bytes(attachment));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long attachmentId) {
    attachments.delete(repository, attachmentId, caller);
  }

  @GetMapping("/metadata")
  MetadataView metadata(
      @Requires(Permission.REPO_READ) Repository repository, @PathVariable long attachmentId) {
    Attachment attachment = attachments.require(repository, attachmentId);
    return new MetadataView(attachment.id(), attachment.metadata());
  }

  /** Stores the request body as it is. */
  @PutMapping("/metadata")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void describe(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long attachmentId,
      @RequestBody String metadata) {
    attachments.describe(repository, attachmentId, metadata, caller);
  }

  @DeleteMapping("/metadata")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void forget(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long attachmentId) {
    attachments.describe(repository, attachmentId, null, caller);
  }
}
