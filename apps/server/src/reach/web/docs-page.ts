import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

interface PageFile {
  address: string;
  type: string;
  url: URL | string;
}

const own = (name: string) => new URL(`./files/${name}`, import.meta.url);
const packaged = (name: string) => import.meta.resolve(`swagger-ui-dist/${name}`);
const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

const files: PageFile[] = [
  { address: '/api/docs', type: 'text/html; charset=utf-8', url: own('page.html') },
  { address: '/api/docs/page.css', type: style, url: own('page.css') },
  { address: '/api/docs/page.js', type: script, url: own('page.js') },
  { address: '/api/docs/swagger-ui.css', type: style, url: packaged('swagger-ui.css') },
  {
    address: '/api/docs/swagger-ui-bundle.js',
    type: script,
    url: packaged('swagger-ui-bundle.js'),
  },
  { address: '/api/docs/favicon-32x32.png', type: 'image/png', url: packaged('favicon-32x32.png') },
];

/**
 * Serves the API's description at `/api/docs` by Swagger UI from own files; no other origin is
 * used.
 */
export const docsPage = plugin(async (app: FastifyInstance) => {
  for (const { address, type, url } of files) {
    // Read at the first request and cached: the bundle has 1.5 MB, and most processes never serve
    // it.
    let content: Promise<Buffer> | undefined;
    app.get(address, async (_request, reply) => {
      content ??= readFile(new URL(url));
      return reply.type(type).send(await content);
    });
  }
});
