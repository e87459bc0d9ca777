import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ApiError } from '@ecp/contract/declaring/errors';
import { getAdminHealth } from '@ecp/contract/reach/service';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorizationPath, leadBrowser, readTexts } from '../../identity/oauth/authorization.ts';
import { markSignedOut, readSessionCookie } from '../../identity/sessions/sessions.ts';
import { authenticate, authorize } from '../../kernel/http/access.ts';
import { limitRate } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { findAnswerVisitor } from '../../work/conversations/questions/answer-links.ts';
import { findPortalVisitor } from '../portal/portal-tokens.ts';

/** Output folder of `npm run build -w apps/web`. */
const builtApp = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/** Files whose names do not change with their content. */
const fixedFiles = ['favicon.svg', 'theme.js'];

/** Serves the web app as the build compressed it; without a build, pages say how to make one. */
export async function registerWebRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const isBuilt = existsSync(`${builtApp}index.html`);
  if (isBuilt) await serveFiles(app);
  const sendPage = isBuilt ? sendBuiltPage : sendBuildAdvice;
  for (const path of pagePaths) {
    app.get(path, (request, reply) => {
      markSignedOut(
        reply,
        services.config,
        readSessionCookie(request, services.config) === undefined,
      );
      return sendPage(reply, 200);
    });
  }
  app.get(healthPagePath, async (request, reply) =>
    sendPage(reply, (await mayReadHealth(services, request)) ? 200 : 403),
  );
  const sendSecretPage = isBuilt ? openSecretPage() : sendBuildAdvice;
  app.get<{ Params: { token: string } }>(portalPagePath, async ({ params }, reply) =>
    sendSecretPage(reply, (await findPortalVisitor(services.database, params.token)) ? 200 : 404),
  );
  app.get(`${portalPagePath}/*`, (_request, reply) => sendSecretPage(reply, 404));
  app.get<{ Params: { token: string } }>(answerPagePath, async ({ params }, reply) =>
    sendSecretPage(reply, (await findAnswerVisitor(services.database, params.token)) ? 200 : 404),
  );
  app.get(authorizationPath, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const principal = await services.access.findSessionPrincipal(services, request);
    if (!principal) return reply.redirect(`/sign-in?${new URLSearchParams({ next: request.url })}`);
    await limitRate(services, 'api', `tenant:${principal.tenantId}`, reply);
    const leading = await leadBrowser(services, readTexts(request.query));
    return 'url' in leading ? reply.redirect(leading.url) : sendPage(reply, leading.status);
  });
  app.decorate('sendMissingPage', (reply: FastifyReply) => sendPage(reply, 404));
}

async function serveFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: `${builtApp}assets`,
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      if (path.startsWith(`${builtApp}assets`)) reply.headers(assetHeaders);
    },
  });
  for (const name of fixedFiles)
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, builtApp));
}

/**
 * Sends the whole page each time: 304 does not apply to statuses other than 200, and the page is
 * small.
 */
function sendBuiltPage(reply: FastifyReply, status: number): FastifyReply {
  const options = { etag: false, lastModified: false, acceptRanges: false };
  return reply.code(status).headers(pageHeaders).sendFile('index.html', builtApp, options);
}

/**
 * Returns how the app is sent at an address that is a secret: the page itself keeps search engines
 * away, too.
 */
function openSecretPage(): typeof sendBuiltPage {
  const page = readFileSync(`${builtApp}index.html`, 'utf8');
  const marked = page.replace(
    '</title>',
    '</title><meta name="robots" content="noindex, nofollow" />',
  );
  return (reply, status) =>
    reply.code(status).headers(pageHeaders).type('text/html; charset=utf-8').send(marked);
}

const advice = `<!doctype html><html lang="en"><title>Not built</title>
<p>The API works, but the web app has not been built: run <code>npm run build -w apps/web</code> and start again.</p></html>`;

function sendBuildAdvice(reply: FastifyReply, status: number): FastifyReply {
  const shown = status === 200 ? 503 : status;
  return reply.code(shown).headers(pageHeaders).type('text/html; charset=utf-8').send(advice);
}

/** Whether the caller may read the page's data; both have the same rule. */
async function mayReadHealth(services: Services, request: FastifyRequest): Promise<boolean> {
  try {
    const now = services.clock.now();
    authorize(getAdminHealth, await authenticate(services, request), {
      engagementId: undefined,
      now,
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    sendMissingPage(reply: FastifyReply): FastifyReply;
  }
}

/**
 * Pages' paths in Fastify's syntax: known ones respond 200, unknown ones a 404 page to requests for
 * pages.
 */
const pagePaths = [
  '/',
  '/sign-in',
  '/sign-in/link',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/confirm-address',
  '/goodbye',
  '/unsubscribe/:token',
  '/home',
  '/help',
  '/help/ai-use',
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
  '/economics',
  '/team',
  '/settings',
  '/settings/*',
] as const;

/** For admin and owner; others get the page with 403. */
const healthPagePath = '/dashboard/admin/health';

/** For a person with a mailed link to a question; 404 when it opens nothing. */
const answerPagePath = '/answer/:token';

/** For clients; 404 when the link opens nothing. */
const portalPagePath = '/portal/:token';

/**
 * What a page may load: its origin, and pictures it made. Inline styles are forbidden; scripts may
 * set styles.
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

/**
 * Headers of a page. Browsers revalidate it each time, because it names the scripts of its build.
 */
const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cache-control': 'no-cache',
};

/**
 * Headers of a file whose name changes with its content, so that it is cached without revalidation.
 */
const assetHeaders = { 'cache-control': 'public, max-age=31536000, immutable' };
