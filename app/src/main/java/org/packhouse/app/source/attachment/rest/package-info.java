/** Upload and download of attachments over HTTP. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.source.attachment.rest;
