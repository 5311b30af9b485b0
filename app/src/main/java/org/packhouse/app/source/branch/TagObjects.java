package org.packhouse.app.source.branch;

import java.io.IOException;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TagBuilder;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.source.commit.CallerIdents;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.storage.objects.Quarantine;
import org.springframework.stereotype.Component;

/** Writes the objects of annotated tags, as packs like all that enters a repository. */
@Component
class TagObjects {

  private final CurrentCaller caller;
  private final CallerIdents idents;

  TagObjects(CurrentCaller caller, CallerIdents idents) {
    this.caller = caller;
    this.idents = idents;
  }

  ObjectId write(Quarantine quarantine, String name, ObjectId commit, String message)
      throws IOException {
    TagBuilder tag = new TagBuilder();
    tag.setTag(name);
    tag.setObjectId(commit, Constants.OBJ_COMMIT);
    tag.setTagger(idents.of(caller.get()));
    tag.setMessage(Commit.typed(message));
    try (Repository repository = quarantine.open();
        ObjectInserter inserter =
            ((ObjectDirectory) repository.getObjectDatabase()).newPackInserter()) {
      ObjectId id = inserter.insert(tag);
      inserter.flush();
      return id;
    }
  }
}
