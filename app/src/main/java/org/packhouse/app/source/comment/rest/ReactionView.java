package org.packhouse.app.source.comment.rest;

import java.util.List;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.source.comment.Emoticon;

/** A reaction to a comment, with the users who react so. */
public record ReactionView(EmoticonView emoticon, List<UserView> users) {

  public record EmoticonView(String shortcut, String value) {
    public static EmoticonView of(Emoticon emoticon) {
      return new EmoticonView(emoticon.shortcut(), emoticon.value());
    }
  }

  public record One(CommentView comment, EmoticonView emoticon, UserView user) {}
}
