import type { LogCode } from '@ecp/contract/values/run-facts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedRun } from '../../server/testing/scripted-engine/scripted-run.ts';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { readLayoutShifts, recordLayoutShifts } from './testing/layout-shifts.ts';
import { prepareOwner } from './testing/product/prepare-owner.ts';
import { type ScriptedProduct, startScriptedProduct } from './testing/product/scripted-product.ts';
import { signInByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const tasks = [
  { id: 'demand', name: 'Demand analysis' },
  { id: 'costs', name: 'Cost model' },
];
const beginning =
  '# Demand analysis\n\n## Demand **today**\n\nOf 118 subscribers, 41 would pay more.[^1]\n\n';

describe.runIf(hasBrowser())('documents that are being written', () => {
  const openPerson = usePeople();
  let product: ScriptedProduct;
  let owner: Account;
  beforeAll(async () => {
    product = await startScriptedProduct();
    ({ owner } = await prepareOwner(product.baseUrl, async () => undefined));
  });
  afterAll(() => product?.close());

  /**
   * Starts a run, opens its page and waits until the page follows the run and both tasks have
   * begun.
   */
  async function watch(): Promise<{ page: Page; run: ScriptedRun }> {
    const { page, context } = await openPerson({ baseUrl: product.baseUrl });
    await recordLayoutShifts(context);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await signInByApi(page, owner);
    const body = { name: 'Bicycles', client: 'Spoke', brief: 'Who would subscribe?', tasks };
    const { id } = await succeed<{ id: string }>(page.request, '/api/engagements', body);
    const { runId } = await succeed<{ runId: string }>(
      page.request,
      `/api/engagements/${id}/run`,
      {},
    );
    const run = await product.engine.waitForRun(runId);
    const planned = tasks.map((task) => {
      return {
        ...task,
        description: '',
        agent: 'data-analyst',
        dependsOn: [],
        filename: `${task.id}.md`,
      };
    });
    run.push({ type: 'plan', planned: false, tasks: planned });
    for (const { id: taskId, name: taskName } of tasks) {
      run.push({ type: 'task_started', taskId, taskName, agent: 'data-analyst', model: 'swift-2' });
    }
    await page.goto(`/engagements/${id}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await expect
      .poll(() => page.getByText('Reading the sources, choosing colleagues to ask').count())
      .toBe(2);
    return { page, run };
  }
  const textOf = (page: Page, name: string) =>
    page.getByRole('region', { name: `Text of ${name} so far` });
  const piece = {
    taskId: 'demand',
    call: 'draft-1',
    purpose: 'draft',
    offset: 0,
    text: beginning,
  } as const;

  // FOL-13, QUA-7
  it('grow on the page of the run, one for each task, until the document is there, and tell what they had to do without', async () => {
    const { page, run } = await watch();
    await page.getByText('The text of each document appears here while it is written.').waitFor();
    run.write(piece);
    run.write({ ...piece, taskId: 'costs', call: 'draft-2', text: 'Costs fall.' });
    const text = textOf(page, 'Demand analysis');
    await text.getByText('Of 118 subscribers, 41 would pay more.', { exact: true }).waitFor();
    await expect.poll(() => text.getAttribute('aria-live')).toBe('off');
    await page
      .getByRole('status')
      .getByText('Being written: Demand analysis and Cost model')
      .waitFor();
    await expect.poll(() => page.getByText('Writing the draft').count()).toBe(2);
    run.write({ ...piece, offset: beginning.length, text: '- Nobody asked for a smaller bag' });
    await text.getByText('Nobody asked for a smaller bag').waitFor();

    // A finished text stays while the observer reads it.
    const call = {
      taskId: 'demand',
      agent: 'data-analyst',
      purpose: 'draft',
      answered: true,
      cost: 0.1,
    };
    const tokens = { input_tokens: 900, output_tokens: 100, cached_input_tokens: 0 };
    run.push({ type: 'cost', estimated_cost: 0.1, ...tokens, steps: 1, call });
    await page.getByText('The draft is being checked').waitFor();
    await page.getByText('Draft · 18 words', { exact: true }).waitFor();

    // Another call of the task begins anew.
    run.write({
      ...piece,
      call: 'revise-1',
      purpose: 'revise',
      text: 'Half of them would pay more.',
    });
    await text.getByText('Half of them would pay more.').waitFor();
    expect(await text.getByText('Nobody asked for a smaller bag').count()).toBe(0);
    await page.getByText('Revising after the check').waitFor();

    const log = (code: LogCode, taskId: string | null, message: string) =>
      run.push({ type: 'log', level: 'warning', code, taskId, message });
    log(
      'images_not_read',
      null,
      '2 attached images were not read: no model that sees them is configured.',
    );
    log('model_left', 'demand', 'swift-2 failed twice; scripted-model writes the document.');
    log(
      'call_left_out',
      'demand',
      'The observer could not be asked, so nobody has read the draft.',
    );
    log('call_left_out', 'demand', 'Demand analysis: the document has no score.');
    run.push({
      type: 'unscored',
      taskId: 'demand',
      taskName: 'Demand analysis',
      reason: 'No model could evaluate it.',
    });
    await page
      .getByRole('list', { name: 'Notices about the run' })
      .getByText('2 attached images')
      .waitFor();
    const notices = page.getByRole('list', { name: 'Notices about Demand analysis' });
    await notices.getByText('Another model took over. swift-2 failed twice').waitFor();
    await page.getByRole('button', { name: '1 more notice' }).click();
    await notices
      .getByText('A step was left out. Demand analysis: the document has no score.')
      .waitFor();
    await page.getByText('Written, but not scored').waitFor();
    expect(await page.getByRole('list', { name: 'Notices about Cost model' }).count()).toBe(0);
    // Reduced motion ends colour transitions, so that the check reads final colours.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });

    run.push({
      type: 'deliverable',
      taskId: 'demand',
      filename: 'demand.md',
      wordCount: 3,
      content: '# Demand\n',
    });
    await page.getByRole('link', { name: 'Read Demand analysis' }).waitFor();
    await textOf(page, 'Cost model').getByText('Costs fall.').waitFor();
    expect(await text.count()).toBe(0);
    run.push({
      type: 'status',
      status: 'failed',
      error: 'Stopped by user',
      failureReason: 'stopped',
    });
    await page.getByRole('heading', { name: 'The run was stopped' }).waitFor();
    await page.getByText('Nothing more is being written in this run.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'The run was stopped' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Being written' }).count()).toBe(0);
  });

  // FOL-13
  it('can be chosen and scrolled by keyboard, keep their place, fit a phone, and move nothing', async () => {
    const { page, run } = await watch();
    const shiftsBefore = (await readLayoutShifts(page)).length;
    const long = Array.from(
      { length: 60 },
      (_, index) => `Paragraph ${index + 1} of the draft.`,
    ).join('\n\n');
    run.write({ ...piece, text: long });
    run.write({ ...piece, taskId: 'costs', call: 'draft-2', text: 'Costs fall.' });
    const text = textOf(page, 'Demand analysis');
    await text.getByText('Paragraph 60 of the draft.').waitFor();
    const top = () => text.evaluate((element) => element.scrollTop);
    await expect
      .poll(() => text.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight))
      .toBeLessThan(2);
    run.push({
      type: 'deliverable',
      taskId: 'costs',
      filename: 'costs.md',
      wordCount: 2,
      content: '# Costs\n',
    });
    await page.getByRole('link', { name: 'Read Cost model' }).waitFor();
    expect((await readLayoutShifts(page)).slice(shiftsBefore)).toEqual([]);

    const name = page
      .getByRole('group', { name: 'Document to read' })
      .getByRole('button', { name: 'Demand analysis' });
    await name.press('Tab');
    await page.keyboard.press('Home');
    await expect.poll(top).toBe(0);
    // More text does not take the reader away.
    run.write({ ...piece, offset: long.length, text: '\n\nThe last word.' });
    await text.getByText('The last word.').waitFor();
    expect(await top()).toBe(0);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);

    // The longest line about a text takes no more room than none.
    const head = page.getByRole('heading', { name: 'Being written' }).locator('..');
    const heightPx = () => head.evaluate((element) => element.getBoundingClientRect().height);
    const before = await heightPx();
    run.write({ ...piece, call: 'repair-1', purpose: 'repair', text: long });
    await page.getByText('Correction of citations · 300 words so far').waitFor();
    expect(await heightPx()).toBe(before);
    run.push({
      type: 'deliverable',
      taskId: 'demand',
      filename: 'demand.md',
      wordCount: 3,
      content: '# Demand\n',
    });
    await text.waitFor({ state: 'detached' });
    expect(await heightPx()).toBe(before);
    run.complete();
  });
});
