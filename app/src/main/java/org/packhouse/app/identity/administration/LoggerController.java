package org.packhouse.app.identity.administration;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.cluster.Topics;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * REST: how much this node logs, until it is started again. A level is set on all nodes that run,
 * or on this one alone.
 */
@RestController
@RequestMapping(RestPaths.API + "/logs")
class LoggerController {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_$-]+(\\.[A-Za-z0-9_$-]+)*");
  private static final int MAX_NAME_LENGTH = 255;

  private static final String TOPIC = "log-levels";

  private final LoggingSystem logging;
  private final TransactionTemplate transaction;
  private final ApplicationEventPublisher events;
  private final Topics topics;

  LoggerController(
      LoggingSystem logging,
      TransactionTemplate transaction,
      ApplicationEventPublisher events,
      Topics topics) {
    this.logging = logging;
    this.transaction = transaction;
    this.events = events;
    this.topics = topics;
    var _ = topics.subscribe(TOPIC, new Levels());
  }

  /** Takes over what was set on another node. */
  private final class Levels implements Topics.Listener {

    @Override
    public void onMessage(UUID sender, String message) {
      String[] levelAndName = message.split(" ", 2);
      logging.setLogLevel(levelAndName[1], LogLevel.valueOf(levelAndName[0]));
    }

    @Override
    public void onGap() {
      // Levels are kept nowhere: a node that was away logs as it did before.
    }
  }

  record Level(String logLevel) {}

  @Requires(Permission.ADMIN)
  @GetMapping("/rootLogger")
  Level rootLevel() {
    return level(LoggingSystem.ROOT_LOGGER_NAME);
  }

  @Requires(Permission.SYS_ADMIN)
  @PutMapping("/rootLogger/{levelName}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setRootLevel(
      @PathVariable String levelName, @RequestParam(defaultValue = "false") boolean thisNode) {
    set(LoggingSystem.ROOT_LOGGER_NAME, parse(levelName), thisNode);
  }

  @Requires(Permission.ADMIN)
  @GetMapping("/logger/{loggerName}")
  Level levelOf(@PathVariable String loggerName) {
    return level(checked(loggerName));
  }

  @Requires(Permission.SYS_ADMIN)
  @PutMapping("/logger/{loggerName}/{levelName}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setLevel(
      @PathVariable String loggerName,
      @PathVariable String levelName,
      @RequestParam(defaultValue = "false") boolean thisNode) {
    set(checked(loggerName), parse(levelName), thisNode);
  }

  /**
   * The level that counts for the logger: its own, or that of the nearest one above that has one.
   */
  private Level level(String name) {
    String nearest = name;
    while (true) {
      LoggerConfiguration found = logging.getLoggerConfiguration(nearest);
      if (found != null) {
        return new Level(found.getEffectiveLevel().name());
      }
      int dot = nearest.lastIndexOf('.');
      nearest = dot < 0 ? LoggingSystem.ROOT_LOGGER_NAME : nearest.substring(0, dot);
    }
  }

  private void set(String name, LogLevel level, boolean thisNode) {
    Level before = level(name);
    logging.setLogLevel(name, level);
    if (!thisNode) {
      topics.publish(TOPIC, level + " " + name);
    }
    transaction.executeWithoutResult(_ ->
        events.publishEvent(
            new AuditableChange(
                "logger.changed", name, Map.of("level", before.logLevel() + " -> " + level))));
  }

  private static String checked(String name) {
    if (name.length() > MAX_NAME_LENGTH || !NAME.matcher(name).matches()) {
      throw new InvalidFieldException(
          "loggerName",
          "%s is not the name of a logger: it is made of names of packages and classes, at most %d characters."
              .formatted(InvalidFieldException.quote(name), MAX_NAME_LENGTH));
    }
    return name;
  }

  private static LogLevel parse(String name) {
    return Arrays.stream(LogLevel.values())
        .filter(level -> level.name().equals(name.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() ->
            new InvalidFieldException(
                "levelName",
                "The level must be one of %s, not %s."
                    .formatted(
                        Arrays.stream(LogLevel.values())
                            .map(LogLevel::name)
                            .collect(Collectors.joining(", ")),
                        InvalidFieldException.quote(name))));
  }
}
