package org.packhouse.app.source.comment;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An application event, published in the transaction in which somebody has named others in a
 * comment or a description; who hears of it after the commit says so. An edit tells those alone who
 * were not named before.
 *
 * @param commentId null: it is the description of the pull request
 * @param names of users, in lower case, of whom some may not be there, or may not read the
 *     repository: whoever tells them anything asks
 * @param userId who named them
 */
public record UsersMentioned(
    long repositoryId,
    CommentSubject subject,
    @Nullable Long commentId,
    Set<String> names,
    @Nullable Long userId) {}
