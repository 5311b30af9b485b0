package org.packhouse.app.source.edit;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * {@code content.upload.max.*}: how much may be committed over REST and pages.
 *
 * @param size most bytes of a file
 */
@ConfigurationProperties("content.upload.max")
record EditSettings(@DefaultValue("5MB") DataSize size) {

  EditSettings {
    if (size.toBytes() < 1) {
      throw new IllegalArgumentException(
          "content.upload.max.size is " + size + ", but must be more than 0");
    }
  }
}
