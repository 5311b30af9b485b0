package org.packhouse.app.platform.rest;

import java.util.List;

/** The words of an exception for a REST client; exceptions of features implement it. */
public interface RestFailure {

  /** The HTTP status. */
  int restStatus();

  /** What is wrong, at least one entry. */
  List<RestError> restErrors();
}
