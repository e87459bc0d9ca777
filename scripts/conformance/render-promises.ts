import { renderTests, row } from './render-page.ts';
import type { Statement } from './statement.ts';

/** The page of what users complain about elsewhere, what holds here, and the tests that prove it, as Markdown. */
export function renderPromises(promises: Statement[]): string {
  return [
    '# Promises',
    '',
    'What people complain about in systems of agents, in our words, and what holds here instead: each line names the tests',
    'that prove it. Written by `npm run check:conformance -- --write` from `scripts/conformance/promises.ts`; the check fails',
    'when a named test is gone or this page is stale.',
    '',
    '| complaint | here | tests |',
    '|---|---|---|',
    ...promises.map(({ section, statement, tests }) => row([section, statement, renderTests(tests)])),
    '',
  ].join('\n');
}
