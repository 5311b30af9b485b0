package org.packhouse.app.engine.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.submodule.SubmoduleValidator;
import org.eclipse.jgit.internal.submodule.SubmoduleValidator.SubmoduleValidationException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.GitmoduleEntry;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.jspecify.annotations.Nullable;

/**
 * Looks at every {@code .gitmodules} that an {@link ObjectChecker} came across, as native git does
 * at the end of a pack: none may be a symbolic link, nor name what would make a clone run a program
 * or write outside its directory.
 */
public final class GitmodulesCheck {

  private static final int LARGEST = 1 << 20;

  private GitmodulesCheck() {}

  /**
   * Looks at them.
   *
   * @return why git would not take the objects; null if it would
   */
  public static @Nullable String problem(ObjectReader reader, ObjectChecker checker)
      throws IOException {
    for (GitmoduleEntry entry : checker.getGitsubmodules()) {
      if (isSymbolicLink(reader, entry)) {
        return "gitmodulesSymlink: .gitmodules is a symbolic link";
      }
      String problem = problem(reader, entry.getBlobId());
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static boolean isSymbolicLink(ObjectReader reader, GitmoduleEntry entry)
      throws IOException {
    CanonicalTreeParser tree = new CanonicalTreeParser();
    tree.reset(reader, entry.getTreeId());
    for (; !tree.eof(); tree.next(1)) {
      if (FileMode.SYMLINK.equals(tree.getEntryRawMode())
          && tree.getEntryObjectId().equals(entry.getBlobId())) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable String problem(ObjectReader reader, AnyObjectId blob)
      throws IOException {
    try {
      byte[] bytes = reader.open(blob, Constants.OBJ_BLOB).getBytes(LARGEST);
      SubmoduleValidator.assertValidGitModulesFile(new String(bytes, StandardCharsets.UTF_8));
      return null;
    } catch (SubmoduleValidationException e) {
      return e.getFsckMessageId() == ObjectChecker.ErrorType.GITMODULES_PARSE
          ? null
          : e.getMessage();
    } catch (LargeObjectException e) {
      return ".gitmodules is larger than " + LARGEST + " bytes";
    } catch (MissingObjectException e) {
      // Whether everything is there is for others to look at.
      return null;
    }
  }
}
