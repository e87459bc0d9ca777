import type { AccountExport, CheckedTenant } from './checks.ts';
import { type Journal, openJournal } from './consultant.ts';

/** Documents of a run of the load. */
const filenames = ['demand.md', 'costs.md', 'offer.md'];
const runIds = ['r1', 'r2'];
const reviews: { notes: string | null }[] = [];

/** Returns a tenant with two completed runs, a comment and a file, and a journal that fits. */
export function makeSeenTenant() {
  const versions = runIds.map((runId, at) => ({ version: at + 1, runId, reviews }));
  const completed = { engagementId: 'e1', status: 'completed', error: null };
  const exported: AccountExport = {
    runs: runIds.map((id) => ({ id, ...completed, estimatedCost: 0.5 })),
    deliverables: filenames.map((filename) => ({ engagementId: 'e1', filename })),
    auditLog: { head: '', entries: [] },
  };
  const shown = {
    engagements: [{ id: 'e1', name: 'Matter' }],
    versions: new Map(filenames.map((filename) => [filename, [...versions]])),
    comments: [{ body: 'a comment' }],
    files: [{ id: 'f1', text: 'a,b' }],
    exported,
  };
  const ended = { status: 'completed', error: null, atMs: 1_000 };
  const journal: Journal = {
    ...openJournal(),
    runs: runIds.map((runId) => ({ engagementId: 'e1', runId, startedAtMs: 0, ended })),
    writes: [
      { kind: 'engagement', engagementId: 'e1', text: 'Matter' },
      { kind: 'comment', engagementId: 'e1', text: 'a comment' },
      { kind: 'attachment', engagementId: 'e1', text: 'a,b' },
    ],
  };
  const answers: [RegExp, (last: string, path: string) => unknown][] = [
    [/^\/api\/engagements$/, () => shown.engagements],
    [/\/deliverables$/, () => exported.deliverables],
    [/\/versions$/, (_, path) => ({ versions: shown.versions.get(path.split('/').at(-2) ?? '') })],
    [/\/comments\?/, () => ({ comments: shown.comments })],
    [/\/attachments$/, () => ({ attachments: shown.files })],
    [/\/attachments\//, (id) => ({ downloadUrl: `http://localhost/api/downloads/${id}` })],
    [/\/downloads\//, (last) => shown.files.find(({ id }) => id === last)?.text],
  ];
  const client: CheckedTenant['client'] = {
    async send<Body>(_method: string, path: string) {
      const [, answer] = answers.find(([pattern]) => pattern.test(path)) ?? [];
      const body = answer?.(path.split('/').at(-1) ?? '', path) as Body;
      return { status: 200, headers: new Headers(), body };
    },
  };
  const tenant: CheckedTenant = { client, engagementIds: ['e1'], exported };
  return { journal, shown, tenant };
}
