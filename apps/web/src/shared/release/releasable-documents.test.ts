import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Release } from '../../base/api/document-queries.ts';
import {
  compareWithHeld,
  proposeLinks,
  type ReleasableDocument,
  versionToRelease,
  versionToShow,
} from './release-form.ts';
import { listHeldVersions, listReleasedVersions } from './releases.ts';

const releaseOf = (
  hour: number,
  links: readonly string[],
  documents: readonly (readonly [string, number])[],
): Release => ({
  id: String(hour),
  documents: documents.map(([filename, version]) => ({
    filename,
    version,
    title: filename,
    asksDecision: null,
  })),
  message: null,
  attestation: null,
  aiUse: false,
  links: links.map((id) => ({ id, label: null, clientName: id })),
  releasedBy: { kind: 'user', id: 'ada', name: 'Ada' },
  createdAt: `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`,
});
const checked = { citations: null, conflicts: 0, stale: false };
const plan: ReleasableDocument = {
  filename: 'plan.md',
  title: 'Plan',
  isSynthesis: false,
  versions: [
    { version: 3, approvalStatus: 'pending_review', ...checked },
    { version: 2, approvalStatus: 'approved', ...checked },
    { version: 1, approvalStatus: 'approved', ...checked },
  ],
};

describe('the versions that clients have', () => {
  // REL-2
  it('are those of the newest release of each document to each link', () => {
    const file = fc.constantFrom('a.md', 'b.md');
    const one = fc.record({
      link: fc.constantFrom('x', 'y'),
      file,
      version: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(one), (given) => {
        const newestFirst = given.map(({ link, file, version }, at) =>
          releaseOf(at % 24, [link], [[file, version]]),
        );
        const held = listHeldVersions(newestFirst);
        for (const { link, file } of given) {
          const newest = given.find((entry) => entry.link === link && entry.file === file);
          expect(held.get(link)?.get(file)).toBe(newest?.version);
        }
      }),
    );
  });

  it('name each client once for each version, with the last release', () => {
    const given = [
      releaseOf(3, ['Clara'], [['a.md', 1]]),
      releaseOf(2, ['Clara', 'Karl'], [['a.md', 2]]),
      releaseOf(1, ['Clara', 'Karl'], [['a.md', 1]]),
    ];
    expect(listReleasedVersions(given, 'a.md')).toEqual([
      { version: 2, names: ['Clara', 'Karl'], at: given[1]?.createdAt },
      { version: 1, names: ['Clara', 'Karl'], at: given[0]?.createdAt },
    ]);
    expect(listReleasedVersions(given, 'b.md')).toEqual([]);
  });
});

// REL-25
it('proposes the clients of the last release and those who have nothing yet, else the only client', () => {
  const open = ['x', 'y', 'z'].map((id) => ({ id }));
  const released = [releaseOf(2, ['x'], [['a.md', 1]]), releaseOf(1, ['x', 'y'], [['a.md', 1]])];
  expect([...proposeLinks(open, released)]).toEqual(['x', 'z']);
  expect([...proposeLinks(open, [])]).toEqual(['x', 'y', 'z']);
  expect([...proposeLinks([{ id: 'y' }], released)]).toEqual(['y']);
});

describe('the version to release', () => {
  it('is the latest approved one that a client does not have, unless a person chooses', () => {
    const none = new Map();
    expect(versionToRelease(plan, none, [])).toBe(2);
    expect(versionToRelease(plan, none, [null, 2])).toBe(2);
    expect(versionToRelease(plan, none, [1])).toBe(2);
    expect(versionToRelease(plan, none, [2])).toBeNull();
    expect(versionToRelease(plan, none, [3])).toBeNull();
    expect(versionToRelease(plan, new Map([['plan.md', 3]]), [2])).toBe(3);
    expect(versionToRelease(plan, new Map([['plan.md', null]]), [1])).toBeNull();
    expect(versionToRelease({ ...plan, versions: plan.versions.slice(0, 1) }, none, [])).toBeNull();
  });

  it('is shown as what clients have if they have a later one than the firm has approved', () => {
    expect(versionToShow(plan, [])).toBe(2);
    expect(versionToShow(plan, [null, 1])).toBe(2);
    expect(versionToShow(plan, [3])).toBe(3);
    expect(versionToShow({ ...plan, versions: plan.versions.slice(0, 1) }, [])).toBe(3);
  });

  it('is compared with what the chosen clients have', () => {
    const held = new Map([
      ['x', new Map([['plan.md', 1]])],
      ['y', new Map([['plan.md', 2]])],
    ]);
    const [x, y, z] = ['x', 'y', 'z'].map((id) => ({ id, name: id.toUpperCase() })) as [
      Named,
      Named,
      Named,
    ];
    expect(compareWithHeld('plan.md', 2, [x], held)).toEqual({ kind: 'step', from: 1 });
    expect(compareWithHeld('plan.md', 2, [y], held)).toEqual({ kind: 'same' });
    expect(compareWithHeld('plan.md', 2, [z], held)).toEqual({ kind: 'new' });
    expect(compareWithHeld('plan.md', 2, [], held)).toEqual({ kind: 'new' });
    expect(compareWithHeld('plan.md', 2, [x, z], held)).toEqual({
      kind: 'mixed',
      held: [
        { name: 'X', version: 1 },
        { name: 'Z', version: null },
      ],
    });
  });
});

interface Named {
  id: string;
  name: string;
}
