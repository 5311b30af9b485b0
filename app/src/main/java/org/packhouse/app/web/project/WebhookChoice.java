package org.packhouse.app.web.project;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.packhouse.app.notice.webhook.WebhookEvent;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.ResourceView;

/** An event in the form of a webhook. */
record WebhookChoice(String key, String word, boolean chosen) {

  record Group(String word, List<WebhookChoice> choices) {}

  /** Returns the events that the resource can have, and others that are chosen already. */
  static List<Group> groups(ResourceView view, WebhookForm form) {
    return Stream.of(
            group("Repository", form, event -> event.happens() && event.key().startsWith("repo:")),
            group("Pull requests", form, event -> event.key().startsWith("pr:")),
            group(
                "Project",
                form,
                event ->
                    event == WebhookEvent.PROJECT_MODIFIED
                        && (view instanceof ProjectView || form.asksFor(event.key()))),
            group("Others", form, event -> !event.happens() && form.asksFor(event.key())))
        .filter(group -> !group.choices().isEmpty())
        .toList();
  }

  private static Group group(String word, WebhookForm form, Predicate<WebhookEvent> belongs) {
    return new Group(
        word,
        Arrays.stream(WebhookEvent.values())
            .filter(belongs)
            .map(event -> new WebhookChoice(event.key(), event.word(), form.asksFor(event.key())))
            .toList());
  }
}
