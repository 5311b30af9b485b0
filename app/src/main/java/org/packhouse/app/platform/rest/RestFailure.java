package org.packhouse.app.platform.rest;

import java.util.List;

/** An exception that knows its form in the REST dialect. */
public interface RestFailure {

  int restStatus();

  /** Returns what is wrong, at least one entry. */
  List<RestError> restErrors();
}
