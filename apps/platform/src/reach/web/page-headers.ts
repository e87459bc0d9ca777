/**
 * What a page may load (REQ-1): its own origin, and pictures and previews that it made itself.
 * Nothing inline; the kit sets styles by script, which needs no leave.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "frame-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

/** A page is asked for anew each time: it names the scripts of its build. */
export const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cache-control': 'no-cache',
};

/** A file whose name changes with its content is never asked for twice. */
export const assetHeaders = { 'cache-control': 'public, max-age=31536000, immutable' };
