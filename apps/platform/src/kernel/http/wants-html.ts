import type { FastifyRequest } from 'fastify';

/** Paths that are never a page: the API, the app's files, and what machines request. */
const noPage = /^\/(api|assets|health|metrics)(\/|\?|$)/;

/** Whether a browser requests a page, so that a missing page is answered by a page. */
export function wantsHtml({ method, url, headers }: FastifyRequest): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && !noPage.test(url) && (headers.accept ?? '').includes('text/html');
}
