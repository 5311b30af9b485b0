package org.packhouse.app.engine.git.receive;

import java.util.List;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Commands and options that precede the pack.
 *
 * @param shallow commits whose parents the client lacks
 * @param capabilities {@code name} or {@code name=value}
 * @param options push options, in the order given
 */
record ReceiveRequest(
    List<ReceiveCommand> commands,
    List<ObjectId> shallow,
    Set<String> capabilities,
    List<String> options) {

  static final String BANDS = "side-band-64k";

  boolean has(String capability) {
    return capabilities.contains(capability);
  }

  boolean wantsReport() {
    return has("report-status") || has("report-status-v2");
  }

  List<ReceiveCommand> accepted() {
    return commands.stream().filter(command -> !command.isRefused()).toList();
  }

  /** A client sends a pack, if only an empty one, unless all commands delete. */
  boolean bringsPack() {
    return commands.stream()
        .anyMatch(command -> !command.change().newId().equals(ObjectId.zeroId()));
  }

  void refuseAll(String reason) {
    commands.forEach(command -> command.refuse(reason));
  }

  void refuseAllIfAtomic() {
    if (has("atomic") && commands.stream().anyMatch(ReceiveCommand::isRefused)) {
      refuseAll("atomic push failure");
    }
  }
}
