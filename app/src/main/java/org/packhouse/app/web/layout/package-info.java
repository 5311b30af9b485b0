/**
 * What every page has around its content: head, navigation, announcements, assets, and the
 * addresses of other pages.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.layout;
