package org.packhouse.app.web.account;

import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** Marks the account as the section of all pages of this package. */
@ControllerAdvice(basePackageClasses = AccountSection.class)
class AccountSection {

  @ModelAttribute("section")
  String section() {
    return "account";
  }
}
