package org.packhouse.app.source.branch;

import java.io.IOException;
import java.time.Clock;
import java.time.ZoneOffset;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TagBuilder;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.storage.objects.Quarantine;
import org.springframework.stereotype.Component;

/** Writes the object of an annotated tag: as a pack, as whatever comes into a repository. */
@Component
class TagObjects {

  private final CurrentCaller caller;
  private final Clock clock;

  TagObjects(CurrentCaller caller, Clock clock) {
    this.caller = caller;
    this.clock = clock;
  }

  ObjectId write(Quarantine quarantine, String name, ObjectId commit, String message)
      throws IOException {
    TagBuilder tag = new TagBuilder();
    tag.setTag(name);
    tag.setObjectId(commit, Constants.OBJ_COMMIT);
    tag.setTagger(tagger(caller.get()));
    tag.setMessage(message);
    try (Repository repository = quarantine.open();
        ObjectInserter inserter =
            ((ObjectDirectory) repository.getObjectDatabase()).newPackInserter()) {
      ObjectId id = inserter.insert(tag);
      inserter.flush();
      return id;
    }
  }

  private PersonIdent tagger(Caller who) {
    User user = who.user();
    String name = user == null ? who.name() : user.displayName();
    String email = user == null || user.emailAddress() == null ? "" : user.emailAddress();
    return new PersonIdent(name, email, clock.instant(), ZoneOffset.UTC);
  }
}
