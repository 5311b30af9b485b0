package org.packhouse.scmcache;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** The stream that a producer writes a response to. */
public abstract class ResponseOutput extends OutputStream {

  /** A stream that goes straight to a client. */
  public static ResponseOutput to(OutputStream out, ScmCache.Client client) {
    return new Direct(out, client);
  }

  /**
   * Tells those who wait for the first byte that the making has not begun: it waits for its turn.
   * To be called again and again meanwhile, at least every few seconds.
   *
   * @param ahead how many have their turn before
   * @throws IOException if nobody wants the response any more
   */
  public abstract void queued(int ahead) throws IOException;

  /**
   * Appends a part that other responses have as well, which is then not written again if it is
   * stored.
   *
   * @param before bytes that go before it. Where these are the first of the response, clients may
   *     be given nothing until the response is whole, which should not be long then
   * @param listener hears all bytes of the part, in their order
   */
  public void include(byte[] before, ResponsePart part, PartListener listener) throws IOException {
    write(before);
    part.writeTo(new Both(this, listener));
  }

  /** A stream and a listener that get the same. */
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
      listener.hear(ByteBuffer.wrap(bytes, offset, length));
    }
  }

  /** The one reader is the client. */
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
    public void write(int one) throws IOException {
      out.write(one);
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
