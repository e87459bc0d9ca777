/**
 * The policy for what a page may load (REQ-1): its own origin, and pictures and previews that it made itself. Inline
 * styles are forbidden; the component library sets styles by script, which the policy allows.
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

/** Headers of a page. Browsers revalidate it each time, because it names the scripts of its build. */
export const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cache-control': 'no-cache',
};

/** Headers of a file whose name changes with its content, so that it is cached without revalidation. */
export const assetHeaders = { 'cache-control': 'public, max-age=31536000, immutable' };
