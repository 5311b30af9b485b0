package org.packhouse.app.platform.rest;

import java.util.List;

/** What an exception says to a REST client; exceptions of features implement it. */
public interface RestFailure {

  /** The HTTP status. */
  int restStatus();

  /** What is wrong, at least one entry. */
  List<RestError> restErrors();
}
