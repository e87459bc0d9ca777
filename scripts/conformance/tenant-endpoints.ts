import { statementsOf, testsIn } from './statement.ts';
import * as file from './test-files.ts';

const adminHealth = testsIn('apps/platform/src/reach/health/get-admin-health.test.ts');
const webPages = testsIn('apps/platform/src/reach/web/routes.test.ts');

/** Endpoints of the team and their role rules. */
export const teamEndpoints = statementsOf('team', 'Team', [
  {
    key: 'list',
    part: 'GET /api/team',
    says: 'Lists the members.',
    tests: file.team('is open to every role and key'),
  },
  {
    key: 'invite',
    part: 'POST /api/team',
    says: 'Takes an address, a name and a role (member unless given); 201 with the member.',
    tests: file.team('answers 201 with the member'),
  },
  {
    key: 'invite-mail',
    part: 'POST /api/team',
    says: 'The invitee gets a link by mail and joins on first login.',
    tests: file.team('mails a link that joins the tenant'),
  },
  {
    key: 'update',
    part: 'PATCH /api/team/:userId',
    says: 'Gives a member another role.',
    tests: file.team('nobody assigns a role equal to or above', 'another role counts from the next request on'),
  },
  {
    key: 'remove',
    part: 'DELETE /api/team/:userId',
    says: 'Removes a member and answers success.',
    tests: file.team('an admin manages members and viewers', 'who is removed has no session'),
  },
  {
    key: 'no-second-owner',
    part: 'role rules',
    says: 'Nobody becomes owner by invitation or change.',
    tests: file.team('%s is 400', 'the role %s is 400'),
  },
  {
    key: 'own-role',
    part: 'role rules',
    says: 'Nobody changes their own role.',
    tests: file.team('nobody changes their own role: 400'),
  },
  {
    key: 'higher-role',
    part: 'role rules',
    says: 'Nobody gives a role that is not below their own.',
    tests: file.team('nobody assigns a role equal to or above'),
  },
  {
    key: 'owner-protected',
    part: 'role rules',
    says: 'The owner is neither changed nor removed.',
    tests: file.team('the owner is neither changed nor removed'),
  },
]);

/** Endpoints of webhooks. */
export const webhookEndpoints = statementsOf('webhooks', 'Webhooks', [
  {
    key: 'session-only',
    says: 'They are for sessions only.',
    tests: file.access('every caller at every endpoint'),
  },
  {
    key: 'list',
    part: 'GET /api/webhooks',
    says: 'Lists endpoints with their recent deliveries.',
    tests: file.webhooks('are created with a secret', 'is paged, whole and in order; the list shows its newest ten'),
  },
  {
    key: 'create',
    part: 'POST /api/webhooks',
    says: 'Takes address, events and description; 201 with the secret.',
    tests: file.webhooks('are created with a secret that no other answer shows'),
  },
  {
    key: 'read',
    part: 'GET /api/webhooks/:id',
    says: 'Gives the endpoint with its whole history.',
    tests: file.webhooks('is paged, whole and in order'),
  },
  {
    key: 'update',
    part: 'PATCH /api/webhooks/:id',
    says: 'Changes what is given; events replace the list.',
    tests: file.webhooks('change by what is given only'),
  },
  {
    key: 'delete',
    part: 'DELETE /api/webhooks/:id',
    says: 'Takes the history along.',
    tests: file.webhooks('take their history, secrets and waiting deliveries'),
  },
  {
    key: 'test',
    part: 'POST /api/webhooks/:id/test',
    says: 'Sends a ping and answers with its result.',
    tests: file.webhooks('is sent, answered with 200 whatever the receiver says'),
  },
]);

/** Export and deletion of an account. */
export const accountEndpoints = statementsOf('account', 'Account', [
  {
    key: 'export-name',
    part: 'export',
    says: 'It is a download named after tenant and day.',
    tests: file.exportAccount('is a file with everything of the tenant'),
  },
  {
    key: 'export-body',
    part: 'export',
    says: 'It has every listed part; keys without hashes, attachments without content.',
    tests: file.exportAccount('is a file with everything of the tenant', 'holds every row of many pages once'),
  },
  {
    key: 'export-mail',
    part: 'export',
    says: 'A mail to the tenant confirms it.',
    tests: file.exportAccount('is confirmed by mail to the owner'),
  },
  {
    key: 'delete-words',
    part: 'delete',
    says: 'It needs the exact words.',
    tests: file.deleteAccount('needs the exact words: %j'),
  },
  {
    key: 'delete-1',
    part: 'delete, step 1',
    says: 'An active subscription is cancelled first.',
    tests: [
      ...file.deleteAccount('leaves no trace of the tenant'),
      ...file.resumeDeletion('a process that dies in the middle'),
      ...testsIn('apps/platform/src/identity/billing/billing-provider.test.ts')(
        'cancelling ends the subscription at once',
      ),
      ...testsIn('apps/platform/src/account/delete-paying-account.test.ts')(
        'is true when a subscription at Stripe was cancelled',
      ),
    ],
  },
  {
    key: 'delete-2',
    part: 'delete, step 2',
    says: 'Stored files go.',
    tests: [
      ...file.deleteAccount('leaves no trace of the tenant'),
      ...testsIn('apps/platform/src/account/sweep-erased-tenant.test.ts')('half an hour after an erase, once'),
    ],
  },
  {
    key: 'delete-3',
    part: 'delete, step 3',
    says: 'Every record of the tenant goes; other tenants and system templates stay.',
    tests: file.deleteAccount('every table of the platform loses its rows', 'leaves no trace of the tenant'),
  },
  {
    key: 'delete-4',
    part: 'delete, step 4',
    says: 'Audit entries stay, without user and tenant.',
    tests: file.deleteAccount('keeps the entries of the audit log'),
  },
  {
    key: 'delete-5',
    part: 'delete, step 5',
    says: 'A mail confirms it.',
    tests: file.deleteAccount('leaves no trace of the tenant'),
  },
  {
    key: 'delete-order',
    part: 'delete',
    says: 'The subscription ends before files go, records and mail follow; what breaks off is finished later.',
    tests: file.resumeDeletion('a process that dies in the middle'),
  },
  {
    key: 'delete-summary',
    part: 'delete',
    says: 'The answer has state, request id and the five figures of the summary.',
    tests: file.deleteAccount('leaves no trace of the tenant'),
  },
]);

/** Health of the parts. */
export const healthEndpoints = statementsOf('health', 'Health', [
  {
    key: 'platform',
    part: 'GET /api/health',
    says: 'Anybody is told that the service is up, its name and the time.',
    tests: testsIn('apps/platform/src/reach/health/health.test.ts')('health needs no credentials'),
  },
  {
    key: 'engine',
    part: 'GET /health of the engine',
    says: 'The engine tells its status and version.',
    tests: testsIn('apps/engine/src/http/engine-health.test.ts')('the engine tells its status and version'),
  },
  {
    key: 'dashboard-data',
    part: 'admin dashboard',
    says: 'Overall state, latencies of database, cache and engine, and the three counts are known.',
    tests: adminHealth('all parts well', 'counts are the tenant’s own', 'without its engine the service is degraded'),
  },
  {
    key: 'dashboard-access',
    part: 'admin dashboard',
    says: 'Its figures are for admins and owners; others get 403.',
    tests: file.access('every caller at every endpoint'),
  },
  {
    key: 'dashboard-cache',
    part: 'admin dashboard',
    says: 'A cache that is not configured is said to be so.',
    tests: adminHealth('a cache that is not configured is said to be so, not down'),
  },
  {
    key: 'dashboard-page',
    part: 'admin dashboard',
    says: 'The page is at its fixed address; admins and owners get it with 200, others with 403.',
    tests: webPages('the health page is 200 for the owner and 403 for others'),
  },
]);
