package org.packhouse.app.identity.administration.rest;

import org.packhouse.app.identity.administration.LogLevels;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: log levels, until the server restarts. */
@ByToken
@RestController
@RequestMapping(RestPaths.API + "/logs")
class LoggerController {

  private final LogLevels levels;

  LoggerController(LogLevels levels) {
    this.levels = levels;
  }

  record Level(String logLevel) {}

  @Requires(Permission.ADMIN)
  @GetMapping("/rootLogger")
  Level rootLevel() {
    return new Level(levels.of(LogLevels.ROOT));
  }

  @Requires(Permission.SYS_ADMIN)
  @PutMapping("/rootLogger/{levelName}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setRootLevel(
      @PathVariable String levelName, @RequestParam(defaultValue = "false") boolean thisNode) {
    levels.set(LogLevels.ROOT, levelName, thisNode);
  }

  @Requires(Permission.ADMIN)
  @GetMapping("/logger/{loggerName}")
  Level levelOf(@PathVariable String loggerName) {
    return new Level(levels.of(loggerName));
  }

  @Requires(Permission.SYS_ADMIN)
  @PutMapping("/logger/{loggerName}/{levelName}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setLevel(
      @PathVariable String loggerName,
      @PathVariable String levelName,
      @RequestParam(defaultValue = "false") boolean thisNode) {
    levels.set(loggerName, levelName, thisNode);
  }
}
