import { readFile } from 'node:fs/promises';
import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { buildOpenApi } from '@ecp/contract/declaring/openapi';
import { billingPlanLimits, megabyteBytes } from '@ecp/contract/identity/billing-plan-limits';
import { maxDeckTemplateBytes } from '@ecp/contract/reach/decks';
import { maxWordFileBytes } from '@ecp/contract/reach/exports';
import { expect, test } from 'vitest';
import { readConfig } from '../../apps/server/src/config.ts';
import { maxKeys } from '../../apps/server/src/identity/api-keys/api-keys.ts';
import { accessLifeSeconds, refreshLifeDays } from '../../apps/server/src/identity/oauth/grants.ts';
import { maxJsonBytes } from '../../apps/server/src/kernel/http/bodies.ts';
import { answerLifeHours } from '../../apps/server/src/kernel/http/idempotency-claims.ts';
import { windowMs } from '../../apps/server/src/kernel/http/implement-endpoint.ts';
import { maxDepth, maxValues } from '../../apps/server/src/kernel/json-bounds.ts';
import { maxStreams } from '../../apps/server/src/kernel/limits/stream-slots.ts';
import { maxTemplates } from '../../apps/server/src/material/templates/templates.ts';
import { maxLinks } from '../../apps/server/src/reach/portal/portal-tokens.ts';
import { timeoutMs } from '../../apps/server/src/reach/webhooks/delivering.ts';
import { maxEndpoints, overlapMs } from '../../apps/server/src/reach/webhooks/webhooks.ts';

const { rateLimits, webhookRetryWaitsMs, retention } = readConfig({});
const plans = Object.values(billingPlanLimits);
const hourMs = 3_600_000;

const write = (figure: number) => figure.toLocaleString('en');
const writeMegabytes = (bytes: readonly number[]) =>
  `${bytes.map((size) => write(size / megabyteBytes)).join(', ')} MB`;
const inWindow = (requests: number) => `${requests} in ${windowMs / 1_000} s`;

/** The largest body of the endpoints by which people come in with an email and a password. */
function largestSignInBody(): number {
  const bodies = allEndpoints
    .filter(({ path }) => /^\/api\/auth\/sign-(up|in)\/email$/.test(path))
    .map((endpoint: Endpoint) => endpoint.maxBodyBytes ?? maxJsonBytes);
  return Math.max(...bodies);
}

/** The longest page of a list whose reader chooses its length. */
function longestPages(): string[] {
  const limits = allEndpoints.flatMap(({ query }: Endpoint) => {
    const { limit } =
      (query as { properties?: Record<string, { maximum?: number }> } | undefined)?.properties ??
      {};
    return limit?.maximum === undefined ? [] : [limit.maximum];
  });
  const lengths = [...new Set(limits)].sort((one, other) => one - other);
  return lengths.map(write);
}

/** What the page must say of each limit, from the program. */
const expected: Record<string, string> = {
  'Requests *': `${inWindow(rateLimits.api)} for each key, and for all sessions of a tenant together`,
  'Starts of runs and reruns *': inWindow(rateLimits.engine),
  'Requests of billing *': inWindow(rateLimits.billing),
  'Open streams': `${maxStreams.caller} of a session or key, ${maxStreams.tenant} of a tenant`,
  'JSON body': `${maxJsonBytes / megabyteBytes} MiB, ${maxDepth} levels, ${write(maxValues)} values`,
  'JSON body of sign-up and sign-in': `${largestSignInBody() / 1_024} KiB`,
  'One file, by plan': writeMegabytes(plans.map(({ fileSizeBytes }) => fileSizeBytes)),
  'All files of a tenant, by plan': writeMegabytes(
    plans.map(({ storageSizeBytes }) => storageSizeBytes),
  ),
  'Engagements in a calendar month, by plan': plans
    .map(({ engagementsPerMonth }) => engagementsPerMonth ?? 'any number')
    .join(', '),
  'A Word file that is imported': writeMegabytes([maxWordFileBytes]),
  'A template of decks': writeMegabytes([maxDeckTemplateBytes]),
  'Rows of a page of a list': `${longestPages().join(' or ')}, as the description of the list says`,
  'Keys in use': `${write(maxKeys)} of a tenant`,
  'Webhook endpoints': `${write(maxEndpoints)} of a tenant`,
  Templates: `${write(maxTemplates)} of a tenant`,
  'Client links in use': `${write(maxLinks)} of an engagement`,
  'Life of an `Idempotency-Key`': `${answerLifeHours} hours`,
  'Wait for a webhook receiver': `${timeoutMs / 1_000} s`,
  'Attempts of a webhook delivery *': describeAttempts(),
  'Life of a webhook delivery *': `${retention.webhookDays} days`,
  'A replaced webhook secret signs on': `${overlapMs / hourMs} hours`,
  'Life of an assistant’s access token': `${accessLifeSeconds / 60} minutes`,
  'Life of an assistant’s refresh token': `${refreshLifeDays} days`,
};

function describeAttempts(): string {
  const waitMs = webhookRetryWaitsMs.reduce((sum, wait) => sum + wait, 0);
  return `${webhookRetryWaitsMs.length + 1} in ${(waitMs / hourMs).toFixed(1)} hours`;
}

// SVC-12
test('the page for integrators has each figure of the program, and no other', async () => {
  const page = await readFile(new URL('../../docs/limits-and-changes.md', import.meta.url), 'utf8');
  const [, figures = ''] = page.split(/^## /m);
  const rows = [...figures.matchAll(/^\| (?!what)(.+?) \| (.+) \|$/gm)].map(
    ([, what = '', limit = '']) => [what.replaceAll("'", '’'), limit],
  );
  expect(Object.fromEntries(rows)).toEqual(expected);
});

// SVC-13
test('an endpoint that is to go is marked in the description, with what takes its place', () => {
  const [first, second] = allEndpoints as readonly Endpoint[];
  const deprecation = 'Use listTemplates instead. It does not go before 2030-01-01.';
  const endpoints = [{ ...(first as Endpoint), deprecation }, second as Endpoint];
  const { paths } = buildOpenApi({ endpoints, events: {}, named: new Map(), exchanges: {} });
  const operations = Object.values(
    paths as Record<string, Record<string, Record<string, unknown>>>,
  ).flatMap((path) => Object.values(path));
  const [marked, unmarked] = [first, second].map((endpoint) =>
    operations.find(({ operationId }) => operationId === endpoint?.name),
  );
  expect(marked).toMatchObject({
    deprecated: true,
    description: expect.stringContaining(deprecation),
  });
  expect(unmarked).not.toHaveProperty('deprecated');
});
