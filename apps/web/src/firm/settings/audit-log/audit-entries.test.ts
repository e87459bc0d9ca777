import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import { expect, test } from 'vitest';
import { toCsv } from '../../../base/ui/charts/csv.ts';
import { describeAction, describeActor, toAuditTable } from './audit-entries.ts';

const names = new Map([
  ['u1', 'Ada Lovelace'],
  ['k1', 'Nightly'],
  ['e1', 'Market entry'],
]);
const entry = (given: Partial<AuditLogEntry>): AuditLogEntry => ({
  id: 'a',
  action: 'auth.sign_out',
  userId: 'u1',
  tenantId: 't',
  resourceType: 'user',
  resourceId: null,
  metadata: {},
  ipAddress: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  position: 1,
  salt: 's',
  committed: '{}',
  hash: 'h',
  ...given,
});
const say = (given: Partial<AuditLogEntry>) =>
  `${describeActor(entry(given), names)} ${describeAction(entry(given), names)}`;

// AUD-9, SGN-12
test.each<[Partial<AuditLogEntry>, string]>([
  [
    {
      action: 'deliverable.review',
      metadata: { action: 'approve', filename: 'memo.md', version: 2 },
    },
    'Ada Lovelace approved “Memo”, version 2',
  ],
  [
    {
      action: 'deliverable.review',
      metadata: {
        action: 'approve',
        filename: 'memo.md',
        version: 2,
        approvals: 1,
        approvalsNeeded: 2,
      },
    },
    'Ada Lovelace approved “Memo”, version 2: 1 of 2 approvals',
  ],
  [
    {
      action: 'deliverable.review',
      metadata: { action: 'reject', filename: 'memo.md', version: 2, voidedApprovals: 1 },
    },
    'Ada Lovelace rejected “Memo”, version 2 (1 approval voided)',
  ],
  [
    {
      userId: null,
      action: 'deliverable.decide',
      metadata: {
        action: 'approve',
        filename: 'memo.md',
        title: 'Enter Norway in 2027',
        version: 2,
        engagementId: 'e1',
        portalTokenId: 'p',
        clientName: 'Grace Hopper',
      },
    },
    'Grace Hopper approved “Enter Norway in 2027”, version 2, of “Market entry”',
  ],
  [
    {
      action: 'portal_token.create',
      metadata: { engagementId: 'e1', clientName: 'Grace Hopper', label: null },
    },
    'Ada Lovelace created a client link for Grace Hopper · Market entry',
  ],
  [
    { action: 'release.create', metadata: { engagementId: 'e1' } },
    'Ada Lovelace released documents to clients · Market entry',
  ],
  [{ action: 'run.start', resourceId: 'e1' }, 'Ada Lovelace started a run of “Market entry”'],
  [{ action: 'run.start', resourceId: 'gone' }, 'Ada Lovelace started a run of an engagement'],
  [
    { action: 'engagement.archive', userId: null, resourceId: 'e1' },
    'The service archived the engagement “Market entry”',
  ],
  [{ userId: null, metadata: { apiKeyId: 'k1' } }, 'API key “Nightly” signed out'],
  [
    {
      userId: null,
      action: 'team.deactivate',
      metadata: { scimTokenId: 's1', email: 'eva@example.com' },
    },
    'The directory switched eva@example.com off',
  ],
  [
    { action: 'team.enter', metadata: { email: 'ada@example.com', role: 'member' } },
    'Ada Lovelace joined the team as Member',
  ],
  [{ userId: null, metadata: { apiKeyId: 'gone' } }, 'An API key signed out'],
  [
    { userId: null, action: 'portal.comment', metadata: { portalTokenId: 'p', filename: null } },
    'A client commented',
  ],
  [
    { userId: null, action: 'auth.sign_in_failed', resourceId: 'u1' },
    'Someone failed to sign in as Ada Lovelace',
  ],
  [{ userId: 'u9' }, 'A former member signed out'],
  [{ action: 'moon.land' }, 'Ada Lovelace did something that this version does not know'],
])('an entry is a sentence: %j', (given, sentence) => {
  expect(say(given)).toBe(sentence);
});

// AUD-9, WAL-1
test('an entry about an engagement behind a wall says only what was done', () => {
  const bare = { metadata: { engagementId: 'hidden' }, salt: null, committed: null };
  expect(say({ action: 'attachment.upload', ...bare })).toBe(
    'Ada Lovelace acted in an engagement behind a wall: File attached',
  );
  expect(say({ action: 'release.create', ...bare, metadata: { engagementId: 'e1' } })).toBe(
    'Ada Lovelace released documents to clients · Market entry',
  );
});

test('entries are saved as sentences, with all recorded details', () => {
  const metadata = { email: 'waiting@example.com', role: 'viewer' };
  const invitation = entry({ action: 'team.invite', ipAddress: '127.0.0.1', metadata });
  const lines = toCsv(toAuditTable([invitation], names))
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toBe(
    '2026-11-20T12:00:00.000Z,Ada Lovelace,invited waiting@example.com as Viewer,team.invite,user,,u1,127.0.0.1,"{""email"":""waiting@example.com"",""role"":""viewer""}"',
  );
});
