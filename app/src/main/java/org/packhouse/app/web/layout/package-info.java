/** The frame around every page's content: head, navigation, announcements, assets and links. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.layout;
