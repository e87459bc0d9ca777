import { samplePromptInputs } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { openSandbox, type Sandbox } from '@ecp/sandbox/sandbox';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOver } from '../../../testing/engine/engine-client.ts';
import { type PricedProvider, purposeOf } from '../../../testing/engine/priced-provider.ts';
import { wideRequest } from '../../../testing/engine/run-request.ts';
import { sampleSetting } from '../../../testing/engine/sample-prompt.ts';
import { shareTestEngine } from '../../../testing/engine/share-test-engine.ts';
import type { TestEngine } from '../../../testing/engine/start-test-engine.ts';
import { buildPrompt, renderPrompt } from '../agents/prompts/render-prompt.ts';
import { createTextWork, TextTooComplexError } from '../kernel/text-work.ts';
import { textProgram } from '../text-program.ts';
import { sectionsReader } from './edit-sections.ts';

let provider: PricedProvider;
let engine: TestEngine;
let sandbox: Sandbox;
beforeAll(async () => {
  ({ engine, provider } = await shareTestEngine());
  sandbox = openSandbox();
});
afterAll(async () => {
  await sandbox.close();
});

const log = pino({ level: 'silent' });
const heavy = {
  content: `---\ntitle: A\n---\n\n${'## A\n\nWords.\n\n'.repeat(2_000)}`,
  isOffline: true,
};

// TXT-2
test('a text is read in a child as it is read here', async () => {
  const texts = createTextWork(sandbox, textProgram, log);
  expect(await texts.run('tenant-a', sectionsReader, heavy)).toEqual(
    await sectionsReader.read(heavy),
  );
  expect(sandbox.pids(textProgram)).toHaveLength(1);
});

// TXT-2
test('a prompt with the headings of a long paper that a person wrote is rendered in a child as it is here', async () => {
  const program = { ...textProgram, name: 'prompts' };
  const texts = createTextWork(sandbox, program, log);
  const { content } = heavy;
  const locked = Array.from({ length: 2_000 }, (_, index) => index);
  const input = { ...samplePromptInputs().draft, previous: { version: 1, content, locked } };
  const setting = sampleSetting();
  const prompt = await renderPrompt(texts, 'tenant-a', 'draft', input, setting);
  expect(prompt).toEqual(buildPrompt('draft', input, setting));
  expect(sandbox.pids(program)).toHaveLength(1);
});

// TXT-3
test('a text that takes too much memory is too complex', async () => {
  const texts = createTextWork(sandbox, { ...textProgram, memoryMb: 20 }, log);
  await expect(texts.run('tenant-a', sectionsReader, heavy)).rejects.toThrow(TextTooComplexError);
});

// TXT-3
test('a task whose text is too complex fails with the reason', async () => {
  const paper = `# A\n\n${'The words of a long paper. '.repeat(1_000)}\n`;
  provider.respondWith((body) => (purposeOf({ body }) === 'draft' ? paper : null));
  const run = wideRequest(1);
  await engine.startRun(run);
  await engine.eventsUntil(run.runId, isOver);
  const texts = createTextWork(sandbox, { ...textProgram, memoryMb: 20 }, log);
  expect(await engine.repeatTask(run.runId, 'task-1', { texts })).toMatchObject({
    state: 'failed',
    reason: 'text_too_complex',
  });
});
