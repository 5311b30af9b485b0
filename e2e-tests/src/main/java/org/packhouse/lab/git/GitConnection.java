package org.packhouse.lab.git;

import java.io.Closeable;
import java.io.IOException;
import org.packhouse.lab.wire.Body;
import org.packhouse.lab.wire.Traffic;

/** One client's conversation with one service of one repository. */
public interface GitConnection extends Closeable {

  /** Opens it and reads what the server says first. */
  Greeting greeting() throws IOException;

  /** Says something and hears the response. */
  PktReader ask(Body body) throws IOException;

  /** Called when a response has been read to where its protocol ends it: nothing may follow. */
  void answered(PktReader response) throws IOException;

  /**
   * Takes leave.
   *
   * @param last what the service waits for before it ends, if its words are not each complete
   */
  void goodbye(byte[] last) throws IOException;

  /** Whether each request must say again what was agreed on. */
  boolean stateless();

  /** What has gone over it. */
  Traffic traffic();
}
