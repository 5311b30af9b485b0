package org.packhouse.app.hosting.fork;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.packhouse.app.storage.objects.DurableFiles;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.springframework.stereotype.Component;

/** The refs of a pool, {@code refs/members/<id>/}, by which its bitmap is computed. */
@Component
public class PoolRefs {

  private final PoolRows rows;
  private final ForkNetwork network;
  private final Refs refs;

  PoolRefs(PoolRows rows, ForkNetwork network, Refs refs) {
    this.rows = rows;
    this.network = network;
    this.refs = refs;
  }

  /**
   * Has every lender lend its present objects, and writes its refs into packed-refs in the pool.
   */
  public void write(long poolId, Path pool) throws IOException {
    // Without the trait "sorted", so that git sorts the refs itself.
    StringBuilder text = new StringBuilder("# pack-refs with: peeled fully-peeled \n");
    List<Long> lenders = rows.lenders(poolId);
    for (long member : lenders) {
      // The snapshot is taken first: all objects that it reaches are lent then.
      RefSnapshot snapshot = refs.snapshot(member);
      network.lend(member, poolId);
      for (RefSnapshot.Entry ref : snapshot.refs()) {
        append(text, member, ref);
      }
    }
    DurableFiles.replace(
        pool.resolve("packed-refs"), text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void append(StringBuilder text, long member, RefSnapshot.Entry ref) {
    text.append(ref.id().name())
        .append(" refs/members/")
        .append(member)
        .append('/')
        .append(ref.name().substring("refs/".length()))
        .append('\n');
    if (ref.peeled() != null) {
      text.append('^').append(ref.peeled().name()).append('\n');
    }
  }
}
