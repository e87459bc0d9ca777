/**
 * Paths of the web app's pages in Fastify's syntax. A known path responds 200 whatever the caller accepts; an unknown
 * one responds with a 404 page to callers that request a page.
 */
export const pagePaths = [
  '/',
  '/sign-in',
  '/sign-in/link',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/goodbye',
  '/unsubscribe/:token',
  '/queue',
  '/engagements',
  '/engagements/:id',
  '/engagements/:id/*',
  '/search',
  '/inbox',
  '/questions',
  '/templates',
  '/templates/:id',
  '/library',
  '/analytics',
  '/insights',
  '/team',
  '/settings',
  '/settings/*',
] as const;

/** For admin and owner; others get the page with 403 (HEA-5). */
export const healthPagePath = '/dashboard/admin/health';

/** For a person with a mailed link to a question; 404 when it opens nothing. */
export const answerPagePath = '/answer/:token';

/** For clients; 404 when the link opens nothing. */
export const portalPagePath = '/portal/:token';
