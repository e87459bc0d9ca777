/**
 * Addresses of the web app's pages, as Fastify writes them. A known one answers 200 whatever the caller accepts; another
 * one is answered as a page, with 404, to who asks for a page.
 */
export const pagePaths = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/goodbye',
  '/engagements',
  '/engagements/:id',
  '/engagements/:id/*',
  '/templates',
  '/templates/:id',
  '/library',
  '/insights',
  '/team',
  '/settings',
  '/settings/*',
] as const;

/** For admin and owner; others get it with 403 (HEA-5). */
export const healthPagePath = '/dashboard/admin/health';

/** For clients; 404 where the link opens nothing. */
export const portalPagePath = '/portal/:token';
