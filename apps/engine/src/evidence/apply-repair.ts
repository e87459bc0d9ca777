import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
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
  /** The observer's issues with the sentence. */
  issues: string[];
}

/** Pleas for sentences that their writer holds to be right, by the statement as it stands in the document. */
type Pleas = ReadonlyMap<string, string>;

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
 * observer asked for must make nothing worse; it may withdraw what was right, and change the figures that the issue
 * names. Pleas go to the check, whose judge reads them.
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
  /** The mends that give up what was right: a withdrawal, or other figures where an issue names them. */
  const givers = new Set<Mend>();
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
    if (failed.issues.length > 0 && (mend.verdict === 'withdrawn' || changesNamed(mend, failed.issues)))
      givers.add(mend);
    if (fault === null) mends.push(mend);
    else drop(mend, fault);
  }
  if (answers.length > 0)
    for (const [at, { sentence }] of failures.entries())
      if (!answered.has(at + 1)) dropped.push({ sentence, reason: 'it got no answer' });
  const apply = (chosen: readonly Mend[]) =>
    check(joinSections(markForEdits(mendSentences(before.content, chosen), models)), pleas);
  const pleaded = pleas.size;
  const mayLose = (mend: Mend) => givers.has(mend);
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
  /** Returns true if a version has as many open statements as before, or lacks a statement that was right. */
  const isNoBetter = (version: CheckedDeliverable, chosen: readonly Mend[]) => {
    const mostOpen = countOpen(before) - (chosen.some((mend) => !asked.has(mend)) ? 1 : 0);
    const givenUp = lettersOf(
      chosen
        .filter(mayLose)
        .map(({ old }) => old)
        .join(' '),
    );
    const lost = listLost(before, version).filter((text) => !givenUp.includes(lettersOf(text)));
    return countOpen(version) > mostOpen || lost.length > 0;
  };
  if (good.length > 0 && isNoBetter(best, good)) {
    const all = good;
    good = [];
    // The mends that the check asked for may improve the document alone, and so may those of the observer.
    for (const part of [all.filter((mend) => !asked.has(mend)), all.filter((mend) => asked.has(mend))]) {
      if (good.length > 0 || part.length === 0 || part.length === all.length) continue;
      const version = await apply(part);
      if (isNoBetter(version, part)) continue;
      good = part;
      best = version;
    }
    for (const mend of all.filter((one) => !good.includes(one)))
      drop(mend, 'the document as a whole is no better with it');
  }
  if (good.length === 0) best = pleaded > 0 ? await check(before.content, pleas) : before;
  return { checked: best, mended: good.length, pleaded, dropped };
}

/** Returns true for a mend that replaces the figures which an issue names, and no other ones. */
function changesNamed({ old, sentence }: Mend, issues: readonly string[]): boolean {
  const kept = new Set(readNumbers(sentence));
  const changed = readNumbers(old).filter((number) => !kept.has(number));
  const named = new Set(issues.flatMap(readNumbers));
  return changed.length > 0 && changed.every((number) => named.has(number));
}

const readNumbers = (text: string): string[] =>
  text.replace(/\[\^[^\]]*\]/g, '').match(/\d(?:[\d.,’'\u00a0\u202f]*\d)?/g) ?? [];

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
