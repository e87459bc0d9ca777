import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import { squeeze } from '@ecp/markdown/find-quote';
import { freeLabels, relabel } from '@ecp/markdown/parse-markdown';
import { renderText } from '@ecp/markdown/rendered-text';
import {
  cutSections,
  headingOf,
  isClosed,
  joinSections,
  labelOf,
  readReferences,
  type SectionedDocument,
} from '@ecp/markdown/sectioned-document';
import type { RepairAnswer } from '@ecp/model-calls/prompt-types';
import { markOffline } from '../models/offline-model.ts';
import type { CheckedDeliverable } from './check-deliverable.ts';
import { findHead, type SentencePlace } from './find-sentences.ts';

export interface RepairableSentence {
  place: SentencePlace;
  sentence: string;
  /** Empty for a sentence that only the observer wants changed. */
  claims: string[];
  issues: string[];
}

/**
 * The writer's arguments for sentences that it holds to be right, by the statement as it stands in
 * the document. What exact means refute, no argument acquits.
 */
type Pleas = ReadonlyMap<string, string>;

export interface Repaired {
  checked: CheckedDeliverable;
  mended: number;
  pleaded: number;
  dropped: { sentence: string; reason: string }[];
}

/**
 * Returns the better version. A mend must improve its sentence and lose nothing right, unless an
 * issue of the observer names the sentence. The sentences of an issue change together or not at
 * all; a mend of what the check found stays.
 * @param isOffline whether the offline model has answered
 * @param check checks a version of the document
 */
export async function applyRepair(
  before: CheckedDeliverable,
  failures: readonly RepairableSentence[],
  answers: readonly RepairAnswer[],
  isOffline: boolean,
  check: (markdown: string, pleas: Pleas) => Promise<CheckedDeliverable>,
): Promise<Repaired> {
  const dropped: Repaired['dropped'] = [];
  const drop = ({ old, issues }: Mend, reason: string) => {
    dropped.push({ sentence: old, reason });
    for (const issue of issues) unmet.add(issue);
  };
  /** Returns the mends without those of unmet issues, which it drops. */
  const keepWhole = (chosen: readonly Mend[]): Mend[] => {
    const half = chosen.filter(
      (mend) => asked.has(mend) && mend.issues.some((issue) => unmet.has(issue)),
    );
    for (const mend of half) drop(mend, 'another sentence of its issue does not change');
    return half.length === 0
      ? [...chosen]
      : keepWhole(chosen.filter((mend) => !half.includes(mend)));
  };
  const pleas = new Map<string, string>();
  const mends: Mend[] = [];
  const answered = new Set<number>();
  /** Mends of sentences that no check has found wrong. */
  const asked = new Set<Mend>();
  /** Issues of which a sentence does not change. */
  const unmet = new Set<string>();
  for (const answer of shareDefinitions(before.content, answers)) {
    const failed = failures[answer.failure - 1];
    if (!failed || answered.has(answer.failure)) continue;
    answered.add(answer.failure);
    if (answer.verdict === 'right' && answer.footnotes.length === 0) {
      for (const claim of failed.claims) pleas.set(claim, answer.reason);
      continue;
    }
    const place = placeOf(before.content, failed);
    const sentence =
      answer.verdict === 'right' ? exchangeFootnote(failed.sentence, answer) : answer.sentence;
    const at = { place: place ?? failed.place, old: failed.sentence, issues: failed.issues };
    const mend = { ...answer, sentence, ...at };
    const fault = place
      ? findMendFault(before.content, mend)
      : 'its sentence is no longer in the document';
    if (failed.claims.length === 0) asked.add(mend);
    if (fault === null) mends.push(mend);
    else drop(mend, fault);
  }
  if (answers.length > 0)
    for (const [at, { sentence, issues }] of failures.entries()) {
      if (answered.has(at + 1)) continue;
      dropped.push({ sentence, reason: 'it got no answer' });
      for (const issue of issues) unmet.add(issue);
    }
  const apply = (chosen: readonly Mend[]) => {
    const document = mendSentences(before.content, chosen);
    return check(joinSections(isOffline ? markOffline(document) : document), pleas);
  };
  const pleaded = pleas.size;
  let good = keepWhole(mends);
  let best = before;
  if (good.length > 0) {
    best = await apply(good);
    const bad = new Map(
      good.flatMap((mend) =>
        isMended(mend, asked.has(mend), best, before)
          ? []
          : [[mend, 'the check finds it no better']],
      ),
    );
    for (const [mend, text] of findLosers(
      good.filter(({ issues }) => issues.length === 0),
      best,
      before,
    ))
      bad.set(mend, `it loses what was right: ${text}`);
    for (const [mend, reason] of bad) drop(mend, reason);
    if (bad.size > 0) {
      good = keepWhole(good.filter((mend) => !bad.has(mend)));
      if (good.length > 0) best = await apply(good);
    }
  }
  /** True if a version has as many open statements as before, or lacks a right statement. */
  const isNoBetter = (version: CheckedDeliverable, chosen: readonly Mend[]) => {
    const mostOpen = countOpen(before) - (chosen.some((mend) => !asked.has(mend)) ? 1 : 0);
    const givenUp = lettersOf(
      chosen
        .filter(({ issues }) => issues.length > 0)
        .map(({ old }) => old)
        .join(' '),
    );
    const isLost = listLost(before, version).some(
      ({ count, texts }) =>
        count > texts.filter((text) => givenUp.includes(lettersOf(text))).length,
    );
    return countOpen(version) > mostOpen || isLost;
  };
  if (good.length > 0 && isNoBetter(best, good)) {
    const all = good;
    good = [];
    // The mends of the check, and those of each issue, may improve the document without the others.
    const parts = [
      all.filter((mend) => !asked.has(mend)),
      ...groupByIssue(all.filter((mend) => asked.has(mend))),
    ];
    for (const part of parts) {
      const chosen = [...good, ...part];
      if (part.length === 0 || chosen.length === all.length) continue;
      const version = await apply(chosen);
      if (isNoBetter(version, chosen)) continue;
      good = chosen;
      best = version;
    }
    for (const mend of all.filter((one) => !good.includes(one)))
      drop(mend, 'the document as a whole is no better with it');
  }
  if (good.length === 0) best = pleaded > 0 ? await check(before.content, pleas) : before;
  return { checked: best, mended: good.length, pleaded, dropped };
}

/**
 * Returns a sentence that its writer holds to be right, with the footnote of another passage in
 * place of its last one. The check decides by exact means whether that passage carries it.
 */
function exchangeFootnote(
  sentence: string,
  { footnotes }: Pick<RepairAnswer, 'footnotes'>,
): string {
  const own = readReferences(sentence);
  const labels = footnotes.map((raw) => labelOf(raw.trim()));
  const [label] = labels;
  const last = [...own].at(-1);
  if (label === undefined || last === undefined || labels.some((one) => own.has(one)))
    return sentence;
  return relabel(sentence, new Map([[last, label]]));
}

/** Groups mends so that those of one issue stand together. */
function groupByIssue(mends: readonly Mend[]): Mend[][] {
  const groups: Mend[][] = [];
  for (const mend of mends) {
    const own = groups.filter((group) =>
      group.some(({ issues }) => issues.some((one) => mend.issues.includes(one))),
    );
    groups.push([...own.flat(), mend]);
    for (const group of own) groups.splice(groups.indexOf(group), 1);
  }
  return groups;
}

function placeOf(markdown: string, { place, sentence }: RepairableSentence): SentencePlace | null {
  if (markdown.slice(place.start, place.end) === sentence) return place;
  const start = markdown.indexOf(sentence);
  return start === -1 ? null : { start, end: start + sentence.length };
}

const countOpen = ({ citations }: CheckedDeliverable): number => citations.filter(isOpen).length;

/** True if a sentence has fewer open statements than before, or still none. */
function isMended(
  { old, sentence }: Mend,
  isAsked: boolean,
  after: CheckedDeliverable,
  before: CheckedDeliverable,
): boolean {
  const [now, then] = [countIn(sentence, after.citations), countIn(old, before.citations)];
  return isAsked ? now <= then : now < then;
}

function countIn(sentence: string, citations: readonly Citation[]): number {
  const letters = lettersOf(sentence);
  return citations.filter((citation) => {
    const claim = lettersOf(citation.claim);
    return (
      isOpen(citation) &&
      claim !== '' &&
      (letters.includes(claim) || (letters !== '' && claim.includes(letters)))
    );
  }).length;
}

function findLosers(
  mends: readonly Mend[],
  after: CheckedDeliverable,
  before: CheckedDeliverable,
): [Mend, string][] {
  return listLost(before, after).flatMap(({ texts }) =>
    mends.flatMap((mend): [Mend, string][] => {
      const [old, now] = [lettersOf(mend.old), lettersOf(mend.sentence)];
      const text = texts.find(
        (one) => old.includes(lettersOf(one)) && !now.includes(lettersOf(one)),
      );
      return text === undefined ? [] : [[mend, text]];
    }),
  );
}

const lettersOf = (markdown: string): string =>
  squeeze(renderText(markdown.replace(/\[\^[^[\]\s]+\]/g, '')).text).letters.replace(/\|/g, '');

/**
 * Lists what a document says rightly: its right figures, the numbers of sentences that hold, and
 * their footnotes.
 */
function listHeld({ citations, figures }: CheckedDeliverable): { key: string; text: string }[] {
  const open = new Set(citations.filter(isOpen).map(({ claim }) => claim));
  const sentences = new Set(
    citations.map(({ claim }) => claim).filter((claim) => !open.has(claim)),
  );
  return [
    ...[...sentences].flatMap((sentence) =>
      numbersWithoutTags(sentence).map((text) => ({
        key: `number ${text.replace(/\D/g, '')}`,
        text,
      })),
    ),
    ...figures
      .filter((figure) => !isOpen(figure))
      .map(({ value, text }) => ({ key: `figure ${Number(value.toPrecision(12))}`, text })),
    ...citations
      .filter((citation) => isSourced(citation) && !open.has(citation.claim))
      .map(({ source, quote, claim }) => ({
        key: JSON.stringify(['footnote', source.title, source.location, quote]),
        text: claim,
      })),
  ];
}

/** True for a citation whose source holds. What the text sets itself has none. */
const isSourced = (citation: Citation): boolean =>
  citation.footnote !== null && !isOpen(citation) && citation.state !== 'set_by_text';

/**
 * A right figure or footnote of which one version has more than another: how many more, and the
 * words of each place.
 */
interface Lost {
  count: number;
  texts: string[];
}

function listLost(before: CheckedDeliverable, after: CheckedDeliverable): Lost[] {
  const left = Map.groupBy(listHeld(after), ({ key }) => key);
  return [...Map.groupBy(listHeld(before), ({ key }) => key)].flatMap(([key, held]) => {
    const count = held.length - (left.get(key)?.length ?? 0);
    return count > 0 ? [{ count, texts: held.map(({ text }) => text) }] : [];
  });
}

function numbersWithoutTags(sentence: string): string[] {
  return sentence.match(/\d(?:[\d.,’'\u00a0\u202f]*\d)?/g) ?? [];
}

interface Mend extends Pick<RepairAnswer, 'sentence' | 'footnotes' | 'verdict'> {
  place: SentencePlace;
  old: string;
  issues: readonly string[];
}

function findMendFault(
  markdown: string,
  { sentence, footnotes, old, verdict }: Mend,
): string | null {
  if (sentence.trim() === old.trim() && footnotes.length === 0) return 'it changes nothing';
  if (verdict === 'mended' && countNumbers(sentence) < countNumbers(old)) {
    return 'it leaves out a figure without saying that the figure was wrong';
  }
  if (verdict === 'withdrawn' && sentence.trim() === '') return null;
  if (isRow(old)) {
    const rows = sentence.trim().split('\n');
    if (rows.length > 2 || rows.some((row) => !isRow(row) || countCells(row) !== countCells(old))) {
      return 'it is no row with the same number of cells';
    }
  }
  if (
    /^\s{0,3}(#|\[\^[^\]]*\]:)/m.test(sentence) ||
    /\n\s*\n/.test(sentence) ||
    !isClosed(sentence)
  ) {
    return 'it is more than one sentence or row';
  }
  const known = new Set([...cutSections(markdown).footnotes, ...footnotes].map(labelOf));
  const lost = [...readReferences([sentence, ...footnotes].join('\n'))].find(
    (label) => !known.has(label),
  );
  return lost === undefined ? null : `its footnote [^${lost}] has no definition`;
}

/** Gives each answer the definitions that it uses from the others: writers define a label once. */
function shareDefinitions(markdown: string, answers: readonly RepairAnswer[]): RepairAnswer[] {
  const known = new Set(cutSections(markdown).footnotes.map(labelOf));
  const all = new Map(
    answers
      .flatMap(({ footnotes }) => footnotes.map((raw) => [labelOf(raw.trim()), raw]))
      .reverse() as [string, string][],
  );
  return answers.map((answer) => {
    const footnotes = [...answer.footnotes];
    const own = new Set(footnotes.map((raw) => labelOf(raw.trim())));
    const wanted = [...readReferences([answer.sentence, ...footnotes].join('\n'))];
    for (let label = wanted.shift(); label !== undefined; label = wanted.shift()) {
      const raw = own.has(label) || known.has(label) ? undefined : all.get(label);
      if (raw === undefined) continue;
      own.add(label);
      footnotes.push(raw);
      wanted.push(...readReferences(raw));
    }
    return { ...answer, footnotes };
  });
}

/**
 * Replaces sentences and keeps all other bytes of the body. Two rows for one are the table's new
 * head and the row. Unreachable definitions and emptied lines or sections are removed.
 */
function mendSentences(markdown: string, mends: readonly Mend[]): SectionedDocument {
  const before = cutSections(markdown);
  const notes = openNotes(before);
  let text = markdown;
  const written = withHeads(
    markdown,
    mends.map((mend) => ({
      place: mend.place,
      isRow: isRow(mend.old),
      sentence: notes.take(mend),
    })),
  );
  for (const { place, sentence } of written.toSorted((a, b) => b.place.start - a.place.start)) {
    text = replaceAt(text, place, sentence);
  }
  const after = cutSections(text);
  const sections = after.sections.filter(
    ({ raw }, index) => index === 0 || !isEmptied(raw, before),
  );
  return { ...after, ...withDefinitions(after, sections, notes, before) };
}

interface Written {
  place: SentencePlace;
  sentence: string;
}

/**
 * Separates the new head of a table from the row. Of several heads for one table the first counts.
 */
function withHeads(markdown: string, mends: readonly (Written & { isRow: boolean })[]): Written[] {
  const rows = new Map<number, Written>();
  const heads: Written[] = [];
  for (const { place, isRow: isOfTable, sentence } of mends) {
    const [head = '', row] = isOfTable ? sentence.split('\n') : [];
    rows.set(place.start, { place, sentence: row ?? sentence });
    const headPlace = row === undefined ? null : findHead(markdown, place);
    if (headPlace !== null) heads.push({ place: headPlace, sentence: head });
  }
  for (const head of heads) if (!rows.has(head.place.start)) rows.set(head.place.start, head);
  return [...rows.values()];
}

function withDefinitions(
  after: SectionedDocument,
  sections: SectionedDocument['sections'],
  notes: Notes,
  before: SectionedDocument,
): Pick<SectionedDocument, 'sections' | 'footnotes'> {
  const added = notes.added.map((raw) => `${raw}\n`);
  const earlier = reach(before);
  const reached = reach({ sections, footnotes: [...after.footnotes, ...added] });
  const isKept = (raw: string) => reached.has(labelOf(raw)) || !earlier.has(labelOf(raw));
  const kept = after.footnotes.filter(isKept);
  const isNew = kept.length === 0 && added.length > 0;
  const last = sections.at(-1);
  // Definitions need a blank line before them.
  const ended =
    isNew && last ? sections.with(-1, { ...last, raw: `${last.raw.trimEnd()}\n\n` }) : sections;
  return {
    sections: ended,
    footnotes: [...kept.map(endLine), ...added.filter((raw) => reached.has(labelOf(raw)))],
  };
}

/** Returns the labels that the sentences name, with those that their definitions name in turn. */
function reach({
  sections,
  footnotes,
}: Pick<SectionedDocument, 'sections' | 'footnotes'>): Set<string> {
  const reached = readReferences(sections.map(({ raw }) => raw).join('\n'));
  const byLabel = new Map(footnotes.map((raw) => [labelOf(raw), bodyOf(raw)]));
  // The loop also visits labels that it adds.
  for (const label of reached)
    for (const named of readReferences(byLabel.get(label) ?? '')) reached.add(named);
  return reached;
}

const bodyOf = (definition: string): string => definition.replace(/^\s*\[\^[^[\]\s]+\]:/, '');
const endLine = (definition: string): string =>
  definition.endsWith('\n') ? definition : `${definition}\n`;

interface Notes {
  added: string[];
  take(mend: Mend): string;
}

function openNotes({ sections, footnotes }: SectionedDocument): Notes {
  const added: string[] = [];
  const byText = new Map(footnotes.map((raw) => [foldNote(raw), labelOf(raw)]));
  const free = freeLabels([
    ...footnotes.map(labelOf),
    ...sections.flatMap(({ raw }) => [...readReferences(raw)]),
  ]);
  return {
    added,
    take({ sentence, footnotes: given }) {
      const names = new Map<string, string>();
      const own = new Map(
        given
          .map((one) => one.replace(/\s+/g, ' ').trim())
          .map((raw) => [labelOf(raw), raw] as const)
          .reverse(),
      );
      // A footnote that another definition names is relabelled first, so that equal calculations
      // have equal text.
      const name = (label: string, path: ReadonlySet<string>) => {
        const raw = own.get(label);
        if (raw === undefined || label === '' || names.has(label) || path.has(label)) return;
        for (const named of readReferences(bodyOf(raw))) name(named, new Set([...path, label]));
        const body = relabel(bodyOf(raw), names);
        const shared = byText.get(foldNote(body));
        names.set(label, shared ?? free.next());
        if (shared !== undefined) return;
        byText.set(foldNote(body), names.get(label) ?? '');
        added.push(`[^${names.get(label)}]:${body}`);
      };
      for (const label of own.keys()) name(label, new Set());
      return relabel(sentence.trim(), names);
    },
  };
}

const foldNote = (definition: string): string => bodyOf(definition).replace(/\s+/g, ' ').trim();

/** A list entry or line without any words left is removed with its line feed. */
function replaceAt(text: string, { start, end }: SentencePlace, sentence: string): string {
  if (sentence !== '') {
    const old = text.slice(start, end);
    const [lead = '', trail = ''] = [/^\s*/.exec(old)?.[0], /\s*$/.exec(old)?.[0]];
    return text.slice(0, start) + lead + sentence + trail + text.slice(end);
  }
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end) === -1 ? text.length : text.indexOf('\n', end);
  const left = text.slice(lineStart, start) + text.slice(end, lineEnd);
  if (/^\s*(?:[-*+]|\d+[.)])?\s*$/.test(left))
    return text.slice(0, lineStart) + text.slice(lineEnd + 1);
  const isFirst = start === lineStart;
  return (
    text.slice(0, start).replace(/ $/, '') +
    (isFirst ? text.slice(end).trimStart() : text.slice(end))
  );
}

function isEmptied(raw: string, before: SectionedDocument): boolean {
  const heading = headingOf(raw);
  return (
    heading !== null &&
    raw.trim() === heading &&
    !before.sections.some((section) => section.raw.trim() === heading)
  );
}

const numbers = /\d(?:[\d.,’'\u00a0\u202f]*\d)?/g;
const countNumbers = (sentence: string): number =>
  (sentence.replace(/\[\^[^\]]*\]/g, '').match(numbers) ?? []).length;
const isRow = (line: string): boolean => /^\s*\|/.test(line);
const countCells = (row: string): number => (row.replace(/\\\|/g, '').match(/\|/g) ?? []).length;
