package org.packhouse.app.refs;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code refs.*}: how refs are moved.
 *
 * @param connections how many refs moves of this node may be in their transaction at once
 */
@ConfigurationProperties("refs")
record RefSettings(@DefaultValue("8") int connections) {

  RefSettings {
    if (connections < 1) {
      throw new IllegalArgumentException(
          "refs.connections is " + connections + ", but must be 1 or more");
    }
  }
}
