package org.packhouse.app.identity.mail;

import java.util.Locale;
import java.util.Map;
import org.springframework.stereotype.Component;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/** The templates of mails, {@code mail/NAME.txt} and {@code mail/NAME.html}; they escape. */
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

  /** The words of a mail for those who read text. */
  public String text(String template, Map<String, Object> words) {
    return text.process(template, new Context(Locale.ENGLISH, words));
  }

  /** The same as HTML. */
  public String html(String template, Map<String, Object> words) {
    return html.process(template, new Context(Locale.ENGLISH, words));
  }
}
