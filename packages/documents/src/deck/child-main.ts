import { type JobAnswer, serveJobs } from '@ecp/sandbox/serve-jobs';
import { buildDeck } from './build-deck.ts';
import type { DeckHead, DeckJob } from './deck-writer.ts';
import { summarizeTemplate } from './template/read-design.ts';
import { readTemplate } from './template/read-template.ts';
import { DeckTemplateError } from './template/template-fault.ts';

/** The child process that writes decks, and opens the masters of firms. */
serveJobs<DeckJob>(async (job, bytes): Promise<JobAnswer> => {
  const head = (value: DeckHead) => value;
  try {
    if (job.kind === 'check') return { head: head(summarizeTemplate(await readTemplate(bytes))) };
    const base = bytes.length > 0 ? await readTemplate(bytes) : null;
    return { head: head(null), body: buildDeck(job.deck, base) };
  } catch (error) {
    if (!(error instanceof DeckTemplateError)) throw error;
    return { head: head({ fault: error.fault }) };
  }
});
