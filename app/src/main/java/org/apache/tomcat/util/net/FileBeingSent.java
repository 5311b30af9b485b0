package org.apache.tomcat.util.net;

import java.nio.channels.FileChannel;
import java.util.function.UnaryOperator;
import org.apache.tomcat.util.net.NioEndpoint.SendfileData;

/** Gives access to the file that Tomcat's poller sends, which is package-private there. */
public final class FileBeingSent {

  private FileBeingSent() {}

  /** Replaces the file's channel; the poller uses it from its next slice on. */
  public static void replace(SendfileData data, UnaryOperator<FileChannel> with) {
    FileChannel file = data.fchannel;
    if (file != null) {
      data.fchannel = with.apply(file);
    }
  }
}
