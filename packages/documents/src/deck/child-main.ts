import { type JobAnswer, serveJobs } from '@ecp/sandbox/serve-jobs';
import { buildDeck } from './build-deck.ts';
import type { DeckHead, DeckJob } from './deck-writer.ts';
import { DeckTemplateError } from './template/template-fault.ts';

/** The child process that writes decks, and opens the masters of firms. */
serveJobs<DeckJob>((job, template): JobAnswer => {
  if (template.length > 0) throw new Error('A master of a firm cannot be read');
  try {
    const head: DeckHead = null;
    return job.kind === 'write' ? { head, body: buildDeck(job.deck, null) } : { head };
  } catch (error) {
    if (!(error instanceof DeckTemplateError)) throw error;
    const head: DeckHead = { fault: error.fault };
    return { head };
  }
});
