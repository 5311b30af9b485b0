package org.packhouse.app.source.comment;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Tells whom people name in what they write. */
@Component
public class MentionEvents {

  private final ApplicationEventPublisher events;

  MentionEvents(ApplicationEventPublisher events) {
    this.events = events;
  }

  @EventListener
  void on(CommentChanged event) {
    if (event.kind() != CommentChanged.Kind.DELETED) {
      tell(
          event.repository().id(),
          event.subject(),
          event.comment().id(),
          new Edit(event.previousText(), event.comment().text()),
          event.userId());
    }
  }

  /** A text before and after; null: there was none. */
  public record Edit(@Nullable String before, @Nullable String after) {}

  /** Tells of the description of a pull request, which was written or changed. */
  public void described(
      long repositoryId, CommentSubject subject, Edit edit, @Nullable Long userId) {
    tell(repositoryId, subject, null, edit, userId);
  }

  private void tell(
      long repositoryId,
      CommentSubject subject,
      @Nullable Long commentId,
      Edit edit,
      @Nullable Long userId) {
    Set<String> names = Mentions.in(edit.after());
    names.removeAll(Mentions.in(edit.before()));
    if (!names.isEmpty()) {
      events.publishEvent(new UsersMentioned(repositoryId, subject, commentId, names, userId));
    }
  }
}
