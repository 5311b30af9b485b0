package org.packhouse.app.source.commit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.rest.UserView;

/**
 * An author or committer, as the REST dialect shows it: the user, if the e-mail address is one's,
 * else the name and address that the commit has.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PersonView(
    @Nullable String name, @Nullable String emailAddress, @JsonUnwrapped @Nullable UserView user) {

  static PersonView of(Person person, @Nullable User user, String baseUrl) {
    return user == null
        ? new PersonView(person.name(), person.email(), null)
        : new PersonView(null, null, UserView.of(user, person.email(), baseUrl));
  }
}
