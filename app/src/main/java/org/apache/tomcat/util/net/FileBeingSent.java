package org.apache.tomcat.util.net;

import java.nio.channels.FileChannel;
import java.util.function.UnaryOperator;
import org.apache.tomcat.util.net.NioEndpoint.SendfileData;

/** Reaches the file that Tomcat's poller sends, which it keeps to its own package. */
public final class FileBeingSent {

  private FileBeingSent() {}

  /** Puts another channel in the place of the file's; the poller takes it with its next piece. */
  public static void replace(SendfileData data, UnaryOperator<FileChannel> with) {
    FileChannel file = data.fchannel;
    if (file != null) {
      data.fchannel = with.apply(file);
    }
  }
}
