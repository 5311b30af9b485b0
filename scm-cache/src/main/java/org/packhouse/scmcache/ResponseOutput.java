package org.packhouse.scmcache;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** The stream to which a producer writes a response. */
public abstract class ResponseOutput extends OutputStream {

  /** Returns a stream directly to a client. */
  public static ResponseOutput to(OutputStream out, ScmCache.Client client) {
    return new Direct(out, client);
  }

  @Override
  public final void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  /** Tells waiting clients, every few seconds, how many productions are queued before theirs. */
  public abstract void queued(int ahead) throws IOException;

  /**
   * Appends a shared part, which is stored once, after some bytes; the listener gets the part. If
   * these bytes are the first of a response, clients may wait until it is complete.
   */
  public void include(byte[] before, ResponsePart part, PartListener listener) throws IOException {
    write(before);
    part.writeTo(new Both(this, listener));
  }

  private static final class Both extends OutputStream {

    private final OutputStream out;
    private final PartListener listener;

    Both(OutputStream out, PartListener listener) {
      this.out = out;
      this.listener = listener;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      listener.onBytes(ByteBuffer.wrap(bytes, offset, length));
    }
  }

  private static final class Direct extends ResponseOutput {

    private final OutputStream out;
    private final ScmCache.Client client;

    Direct(OutputStream out, ScmCache.Client client) {
      this.out = out;
      this.client = client;
    }

    @Override
    public void queued(int ahead) throws IOException {
      client.queued(ahead);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }
  }
}
