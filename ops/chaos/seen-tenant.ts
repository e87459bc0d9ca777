import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { AccountExport, CheckedTenant } from './checks.ts';
import type { AcknowledgedRun, Journal } from './consultant.ts';

/** Documents of a run of the load. */
const filenames = ['demand.md', 'costs.md', 'offer.md'];
const runIds = ['r1', 'r2'];

/** The answers of the API for a tenant with one engagement. Tests change it to break a promise. */
export interface Shown {
  engagements: { id: string; name: string }[];
  /** Versions of the documents by their filenames. */
  versions: Record<
    string,
    { version: number; runId: string; reviews: { notes: string | null }[] }[]
  >;
  comments: { body: string }[];
  files: { id: string; text: string }[];
  exported: AccountExport;
}

/** Returns a tenant with two completed runs, a comment and a file, and a journal that fits. */
export function makeSeenTenant(): { journal: Journal; shown: Shown; tenant: CheckedTenant } {
  const shown: Shown = {
    engagements: [{ id: 'e1', name: 'Matter' }],
    versions: Object.fromEntries(
      filenames.map((filename) => [
        filename,
        runIds.map((runId, place) => ({ version: place + 1, runId, reviews: [{ notes: null }] })),
      ]),
    ),
    comments: [{ body: 'a comment' }],
    files: [{ id: 'f1', text: 'a,b' }],
    exported: {
      runs: runIds.map((id) => ({
        id,
        engagementId: 'e1',
        status: 'completed',
        error: null,
        estimatedCost: 0.5,
      })),
      deliverables: [...filenames, '_run_report.md'].map((filename) => ({
        engagementId: 'e1',
        filename,
      })),
      auditLog: { head: '', entries: [] },
    },
  };
  const journal: Journal = {
    runs: runIds.map(
      (runId): AcknowledgedRun => ({
        engagementId: 'e1',
        runId,
        startedAtMs: 0,
        ended: { status: 'completed', error: null, atMs: 1_000 },
      }),
    ),
    writes: [
      { kind: 'engagement', engagementId: 'e1', text: 'Matter' },
      { kind: 'comment', engagementId: 'e1', text: 'a comment' },
      { kind: 'attachment', engagementId: 'e1', text: 'a,b' },
    ],
    unexpected: [],
    answers: new Map(),
  };
  const answers: [RegExp, (path: string) => unknown][] = [
    [/^\/api\/engagements$/, () => shown.engagements],
    [/\/deliverables$/, () => shown.exported.deliverables],
    [/\/versions$/, (path) => ({ versions: shown.versions[path.split('/').at(-2) ?? ''] ?? [] })],
    [/\/comments\?/, () => ({ comments: shown.comments })],
    [/\/attachments$/, () => ({ attachments: shown.files })],
    [
      /\/attachments\//,
      (path) => ({ downloadUrl: `http://localhost/api/downloads/${path.split('/').at(-1)}` }),
    ],
    [/\/downloads\//, (path) => shown.files.find(({ id }) => path.endsWith(id))?.text],
    [/\/account\/export$/, () => shown.exported],
  ];
  const client: CheckedTenant['client'] = {
    async send<Body>(_method: string, path: string) {
      const answer = answers.find(([pattern]) => pattern.test(path))?.[1](path) as Body;
      return { status: 200, headers: new Headers(), body: answer };
    },
  };
  return { journal, shown, tenant: { client, engagementIds: ['e1'], exported: shown.exported } };
}

/** Makes an empty folder that is removed after the tests of the file. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'checks-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
