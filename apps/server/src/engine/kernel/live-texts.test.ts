import type { WritingEvent } from '@ecp/contract/engine/engine-events';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LiveTexts, openLiveTexts } from './live-texts.ts';
import { openRunSignals, type RunSignals } from './waiting.ts';

const log = pino({ level: 'silent' });
const run = { tenantId: 'tenant-a', runId: 'run-1' };
const call = { ...run, taskId: 'one', call: 'one/draft#1', purpose: 'draft' as const };
const same = (text: string) => text;

let fresh: FreshDatabase;
let signals: RunSignals[];
let here: LiveTexts;
let elsewhere: LiveTexts;

beforeAll(async () => {
  fresh = await createFreshDatabase();
  signals = await Promise.all([openRunSignals(fresh.url, log), openRunSignals(fresh.url, log)]);
  const [own, other] = signals.map((signal, at) =>
    openLiveTexts(fresh.database, signal, `engine-${at}`, log),
  );
  if (!own || !other) throw new Error('Two processes are needed');
  here = own;
  elsewhere = other;
});
afterAll(async () => {
  await Promise.all(signals.map((signal) => signal.close()));
  await fresh.drop();
});

/** Follows a run and puts its pieces together by their offsets, as a page does. */
function collect(live: LiveTexts, of = run) {
  let text = '';
  const events: WritingEvent[] = [];
  const stop = live.follow(of, (event) => {
    events.push(event);
    text = text.slice(0, event.offset) + event.text;
  });
  return { events, stop, text: () => text };
}

describe('a text that is being written', () => {
  // FOL-14
  it('is passed on to readers of this process and of others, also to those who come late', async () => {
    const [near, far] = [collect(here), collect(elsewhere)];
    const writing = here.begin(call, same);
    const long = '漢字 "and" words. '.repeat(300);
    writing.write(long.slice(0, 2_000));
    await expect.poll(near.text).toBe(long.slice(0, 2_000));
    await expect.poll(far.text).toBe(long.slice(0, 2_000));
    const [late, lateFar] = [collect(here), collect(elsewhere)];
    writing.write(long);
    for (const reader of [near, far, late, lateFar]) await expect.poll(reader.text).toBe(long);
    expect(near.events[0]).toMatchObject({
      type: 'writing',
      taskId: 'one',
      call: 'one/draft#1',
      offset: 0,
    });
    writing.end();
    for (const { stop } of [near, far, late, lateFar]) stop();
  });

  it('reaches nobody who follows another run, or the same run of another tenant', async () => {
    const strangers = [
      collect(here, { ...run, tenantId: 'tenant-b' }),
      collect(elsewhere, { ...run, runId: 'run-2' }),
    ];
    const reader = collect(here);
    const writing = here.begin(call, same);
    writing.write('Hello');
    writing.end();
    await expect.poll(reader.text).toBe('Hello');
    for (const { events, stop } of [...strangers, reader]) {
      stop();
      if (events !== reader.events) expect(events).toEqual([]);
    }
  });

  it('begins again when its beginning changes, also if it is longer then', async () => {
    const reader = collect(here);
    const writing = here.begin(call, (text) => text.replace('I think.</think>', ''));
    writing.write('I think.');
    await expect.poll(reader.text).toBe('I think.');
    writing.write('I think.</think>The market grows.');
    writing.end();
    expect(reader.text()).toBe('The market grows.');
    reader.stop();
  });

  it('is cleaned before it is passed on, and only if somebody reads', async () => {
    let cleaned = 0;
    const clean = (text: string) => {
      cleaned += 1;
      return text.replaceAll('secret', '[redacted]');
    };
    const unread = here.begin({ ...call, runId: 'run-3' }, clean);
    unread.write('The secret');
    unread.end();
    expect(cleaned).toBe(0);
    const reader = collect(here);
    const writing = here.begin(call, clean);
    writing.write('The secret');
    writing.end();
    expect(reader.text()).toBe('The [redacted]');
    reader.stop();
  });
});
