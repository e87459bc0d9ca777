import type { Citation } from '@ecp/contract/values/citations';
import { isOpen } from '@ecp/contract/values/count-citations';
import { squeeze } from '@ecp/markdown/find-quote';
import { renderText } from '@ecp/markdown/rendered-text';
import { joinSections } from '@ecp/markdown/sectioned-document';
import type { RepairAnswer } from '@ecp/model-calls/prompt-types';
import type { CatalogModel } from '../models/catalog.ts';
import { markForEdits } from '../models/offline-model.ts';
import type { CheckedDeliverable } from './check-deliverable.ts';
import type { SentencePlace } from './find-sentences.ts';
import { listLost } from './held-evidence.ts';
import { findMendFault, type Mend, mendSentences, shareDefinitions } from './mend-sentences.ts';

/** A failed sentence as a repair finds it: its place, its markdown, and its open statements. */
export interface RepairableSentence {
  place: SentencePlace;
  sentence: string;
  /** Empty for a sentence that only the observer wants changed. */
  claims: string[];
}

/** Pleas for sentences that their writer holds to be right, by the statement as it stands in the document. */
export type Pleas = ReadonlyMap<string, string>;

/** The better version of a document, and what became of each answer of the repair. */
export interface Repaired {
  checked: CheckedDeliverable;
  mended: number;
  pleaded: number;
  /** The mends that were not taken, each with the reason. */
  dropped: { sentence: string; reason: string }[];
}

/**
 * Applies the answers of a repair to a checked document and returns the better version (contract 9). A mend that makes
 * its sentence no better, makes a figure vaguer or loses what was right is dropped; the others stay. One that the
 * observer asked for must make nothing worse, and may withdraw what was right. Pleas go to the
 * check, whose judge reads them.
 * @param check checks a version of the document
 */
export async function applyRepair(
  before: CheckedDeliverable,
  failures: readonly RepairableSentence[],
  answers: readonly RepairAnswer[],
  models: readonly CatalogModel[],
  check: (markdown: string, pleas: Pleas) => Promise<CheckedDeliverable>,
): Promise<Repaired> {
  const dropped: Repaired['dropped'] = [];
  const drop = ({ old }: Mend, reason: string) => dropped.push({ sentence: old, reason });
  const pleas = new Map<string, string>();
  const mends: Mend[] = [];
  const answered = new Set<number>();
  /** The mends of sentences that no check has found wrong. */
  const asked = new Set<Mend>();
  for (const answer of shareDefinitions(before.content, answers)) {
    const failed = failures[answer.failure - 1];
    if (!failed || answered.has(answer.failure)) continue;
    answered.add(answer.failure);
    if (answer.verdict === 'right') {
      for (const claim of failed.claims) pleas.set(claim, answer.reason);
      continue;
    }
    const place = placeOf(before.content, failed);
    const mend = { ...answer, place: place ?? failed.place, old: failed.sentence };
    const fault = place ? findMendFault(before.content, mend) : 'its sentence is no longer in the document';
    if (failed.claims.length === 0) asked.add(mend);
    if (fault === null) mends.push(mend);
    else drop(mend, fault);
  }
  const apply = (chosen: readonly Mend[]) =>
    check(joinSections(markForEdits(mendSentences(before.content, chosen), models)), pleas);
  const pleaded = pleas.size;
  const mayLose = (mend: Mend) => asked.has(mend) && mend.verdict === 'withdrawn';
  let good = mends;
  let best = before;
  if (good.length > 0) {
    best = await apply(good);
    const bad = new Map(
      good.flatMap((mend) =>
        isMended(mend, asked.has(mend), best, before) ? [] : [[mend, 'the check finds it no better']],
      ),
    );
    for (const [mend, text] of findLosers(
      good.filter((mend) => !mayLose(mend)),
      best,
      before,
    ))
      bad.set(mend, `it loses what was right: ${text}`);
    for (const [mend, reason] of bad) drop(mend, reason);
    if (bad.size > 0) {
      good = good.filter((mend) => !bad.has(mend));
      if (good.length > 0) best = await apply(good);
    }
  }
  const mostOpen = countOpen(before) - (good.some((mend) => !asked.has(mend)) ? 1 : 0);
  const givenUp = lettersOf(
    good
      .filter(mayLose)
      .map(({ old }) => old)
      .join(' '),
  );
  const lost = listLost(before, best).filter((text) => !givenUp.includes(lettersOf(text)));
  if (good.length > 0 && (countOpen(best) > mostOpen || lost.length > 0)) {
    for (const mend of good) drop(mend, 'the document as a whole is no better with it');
    good = [];
  }
  if (good.length === 0) best = pleaded > 0 ? await check(before.content, pleas) : before;
  return { checked: best, mended: good.length, pleaded, dropped };
}

/** Returns the place of a sentence, also where the text before it has changed since it was found; null if it is gone. */
function placeOf(markdown: string, { place, sentence }: RepairableSentence): SentencePlace | null {
  if (markdown.slice(place.start, place.end) === sentence) return place;
  const start = markdown.indexOf(sentence);
  return start === -1 ? null : { start, end: start + sentence.length };
}

const countOpen = ({ citations }: CheckedDeliverable): number => citations.filter(isOpen).length;

/** True if a sentence has fewer open statements than before, or no more of them where nothing was open. */
function isMended(
  { old, sentence }: Mend,
  isAsked: boolean,
  after: CheckedDeliverable,
  before: CheckedDeliverable,
): boolean {
  const [now, then] = [countIn(sentence, after.citations), countIn(old, before.citations)];
  return isAsked ? now <= then : now < then;
}

/** Counts the open statements of a sentence or row. */
function countIn(sentence: string, citations: readonly Citation[]): number {
  const letters = lettersOf(sentence);
  return citations.filter((citation) => {
    const claim = lettersOf(citation.claim);
    return isOpen(citation) && claim !== '' && (letters.includes(claim) || (letters !== '' && claim.includes(letters)));
  }).length;
}

/** Finds the mends whose old sentence held something right that their new document lacks. */
function findLosers(mends: readonly Mend[], after: CheckedDeliverable, before: CheckedDeliverable): [Mend, string][] {
  return listLost(before, after).flatMap((text) =>
    mends.flatMap((mend): [Mend, string][] => {
      const [old, now] = [lettersOf(mend.old), lettersOf(mend.sentence)];
      const wanted = lettersOf(text);
      return old.includes(wanted) && !now.includes(wanted) ? [[mend, text]] : [];
    }),
  );
}

const lettersOf = (markdown: string): string =>
  squeeze(renderText(markdown.replace(/\[\^[^[\]\s]+\]/g, '')).text).letters.replace(/\|/g, '');
