package org.packhouse.app.source.comment;

import java.util.List;
import org.packhouse.app.identity.user.rest.UserView;

/** A reaction to a comment in the REST dialect, with those who react so. */
public record ReactionView(EmoticonView emoticon, List<UserView> users) {

  /** An emoticon. */
  public record EmoticonView(String shortcut, String value) {
    /** As clients see it. */
    public static EmoticonView of(Emoticon emoticon) {
      return new EmoticonView(emoticon.shortcut(), emoticon.value());
    }
  }

  /** The reaction of one user. */
  public record One(CommentView comment, EmoticonView emoticon, UserView user) {}
}
