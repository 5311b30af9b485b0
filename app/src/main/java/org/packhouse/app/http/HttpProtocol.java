package org.packhouse.app.http;

import org.apache.coyote.Adapter;
import org.apache.coyote.http11.Http11NioProtocol;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.node.AccessLog;

/** Tomcat's connector with our {@link ExchangeAdapter} in front of everything that it serves. */
public final class HttpProtocol extends Http11NioProtocol {

  private @Nullable AccessLog accessLog;

  /** Made by Tomcat, by name. */
  public HttpProtocol() {}

  void accessLog(AccessLog log) {
    accessLog = log;
  }

  @Override
  public void setAdapter(Adapter adapter) {
    if (accessLog == null) {
      throw new IllegalStateException("The connector has no access log");
    }
    super.setAdapter(new ExchangeAdapter(adapter, accessLog));
  }
}
