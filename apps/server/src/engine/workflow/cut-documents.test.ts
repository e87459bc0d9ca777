import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import { type PricedProvider, purposeOf, textOf } from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { shareTestEngine } from '../../../testing/engine/share-test-engine.ts';
import type { TestEngine } from '../../../testing/engine/start-test-engine.ts';
import { truncationNotes } from '../call/answers.ts';

let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  ({ engine, provider } = await shareTestEngine());
});
beforeEach(() => provider.respondWith(() => null));

/** A text longer than any output limit. */
const endless = `# Market research\n\n\`\`\`csv\n${'one,more,row\n'.repeat(5_000)}`;

/** Runs one task with these texts as draft and revision. */
async function deliver(draft: string, revision: string) {
  provider.respondWith((body) => {
    const purpose = purposeOf({ body });
    if (purpose === 'observe') return JSON.stringify({ score: 90, strengths: [], issues: [] });
    return purpose === 'draft' ? draft : purpose === 'revise' ? revision : null;
  });
  const request = runRequest({ tasks: [{ id: 'one', name: 'Market research' }] });
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const calls = provider.meter.calls.filter((call) => textOf(call).includes(` ${request.runId}.`));
  return {
    content: ofType(events, 'deliverable')[0]?.content ?? '',
    lines: ofType(events, 'log').filter(({ code }) => code === 'document_cut'),
    revisions: calls.filter((call) => purposeOf(call) === 'revise').map(textOf),
  };
}

describe("a draft that is truncated at the model's output limit", () => {
  it('is revised, whatever its score; a complete revision is delivered', async () => {
    const { content, lines, revisions } = await deliver(
      endless,
      '# Market research\n\nShort and whole.',
    );
    expect(content).toBe('# Market research\n\nShort and whole.\n');
    expect(lines).toHaveLength(1);
    expect(revisions).toHaveLength(1);
    expect(revisions[0]).toMatch(/Issue 1: .*output limit/);
    expect(revisions[0]).not.toContain(truncationNotes.en);
  });

  it('is delivered with a note after the open code block if its revision is also truncated', async () => {
    const { content, lines, revisions } = await deliver(endless, endless);
    expect(content.endsWith(`\n\`\`\`\n\n${truncationNotes.en}\n`)).toBe(true);
    expect(content.split(truncationNotes.en)).toHaveLength(2);
    expect(lines).toHaveLength(2);
    expect(revisions).toHaveLength(1);
  });

  it('is recognised by a repeated step, by data beside its text', async () => {
    await deliver(endless, endless);
    const stored = await engine.asSuperuser<{ answer: string; cut: boolean }>(
      `select answer #>> '{}' as answer, cut from engine.model_calls where purpose in ('draft', 'revise')
       order by created_at desc limit 2`,
    );
    for (const { answer, cut } of stored) {
      expect(cut).toBe(true);
      expect(answer).not.toContain(truncationNotes.en);
    }
  });
});

it('a complete document that ends with the words of that note does not count as truncated', async () => {
  const quoting = `# Market research\n\nWhole, and it quotes:\n\n${truncationNotes.en}`;
  const { content, lines, revisions } = await deliver(
    quoting,
    '# Market research\n\nAnother text.',
  );
  expect(content).toBe(`${quoting}\n`);
  expect([lines, revisions]).toEqual([[], []]);
});
