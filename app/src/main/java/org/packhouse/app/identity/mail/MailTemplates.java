package org.packhouse.app.identity.mail;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/** Templates {@code mail/NAME.txt} and {@code mail/NAME.html}, which escape values. */
@Component
public class MailTemplates {

  private final SpringTemplateEngine text = engine(TemplateMode.TEXT, ".txt");
  private final SpringTemplateEngine html = engine(TemplateMode.HTML, ".html");

  private static SpringTemplateEngine engine(TemplateMode mode, String suffix) {
    ClassLoaderTemplateResolver resolver = new ClassLoaderTemplateResolver();
    resolver.setPrefix("mail/");
    resolver.setSuffix(suffix);
    resolver.setTemplateMode(mode);
    resolver.setCharacterEncoding("UTF-8");
    SpringTemplateEngine engine = new SpringTemplateEngine();
    engine.setTemplateResolver(resolver);
    return engine;
  }

  /** Renders a mail of the server itself; an address of null is the user's. */
  public Mail mail(
      String template, String subject, Map<String, Object> words, @Nullable String to) {
    return new Mail(
        "Packhouse", subject, text(template, words), html(template, words), null, null, to);
  }

  public String text(String template, Map<String, Object> words) {
    return text.process(template, new Context(Locale.ENGLISH, words));
  }

  public String html(String template, Map<String, Object> words) {
    return html.process(template, new Context(Locale.ENGLISH, words));
  }
}
