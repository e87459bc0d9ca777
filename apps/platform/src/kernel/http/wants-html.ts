import type { FastifyRequest } from 'fastify';

/** Paths that are never a page: the API's, the app's files, and what machines ask for. */
const noPage = /^\/(api|assets|health|metrics)(\/|\?|$)/;

/** Whether a browser looks for a page, so that it is told by a page that there is none. */
export function wantsHtml({ method, url, headers }: FastifyRequest): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && !noPage.test(url) && (headers.accept ?? '').includes('text/html');
}
