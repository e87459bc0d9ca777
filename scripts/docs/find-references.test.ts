import { expect, test } from 'vitest';
import { findReferences, readAnchors } from './find-references.ts';

const names = (page: string, markdown: string) =>
  findReferences(page, markdown).map(({ kind, name, line }) => `${line} ${kind} ${name}`);

test('finds paths in prose, code and placeholders, without the punctuation around them', () => {
  const text =
    'See `apps/server/src/engine/workflow/`, and scripts/demo.ts.\n`apps/server/src/<feature>/routes.ts` of .ci/run,';
  expect(names('docs/a.md', text)).toEqual([
    '1 path apps/server/src/engine/workflow',
    '1 path scripts/demo.ts',
    '2 path apps/server/src/*/routes.ts',
    '2 path .ci/run',
  ]);
});

test('resolves links relative to the page, with their headings, and ignores those to other sites', () => {
  const text =
    '[a](decisions/money.md#why) [b](../README.md) [c](https://example.com/docs/x) [d](#here)';
  expect(names('docs/a.md', text)).toEqual([
    '1 path docs/decisions/money.md',
    '1 path README.md',
    '1 heading docs/decisions/money.md#why',
    '1 heading docs/a.md#here',
  ]);
});

test('finds npm scripts, but no path inside another path', () => {
  expect(names('README.md', 'npm run check:readme; /var/lib/apps/x; ./my-docs/y')).toEqual([
    '1 script check:readme',
  ]);
});

test('makes the anchors of headings as GitHub does', () => {
  const page = '# A new SECRET_KEY\n\ntext\n\n## What it is, and `why`\n';
  expect([...readAnchors(page)]).toEqual(['a-new-secret_key', 'what-it-is-and-why']);
});
