/**
 * Tells people and programs outside what has happened: webhooks, notifications, images from
 * elsewhere.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.notice;
