import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import type { Judge, JudgeQuestion } from '@ecp/evidence/material';
import { checkDeliverable } from '../../apps/server/src/engine/evidence/check-deliverable.ts';
import {
  materialOf,
  type RecordedDocument,
  type Rehearsal,
  readRehearsal,
  rehearsalsFolder,
} from '../../scripts/demo/recorded/read-rehearsal.ts';
import { isOfSplit, type Split } from './public-sets.ts';

/** Limits the digits that are changed in one paper, one at a time. */
const mostChanges = 12;

/** A judge that affirms everything, so that only exact means catch a fault. */
const affirm: Judge = async (questions) => questions.map(() => ({ holds: true, reason: '' }));

/** A place of a paper where one digit is changed. */
interface Change {
  start: number;
  end: number;
  written: string;
  changed: string;
}

/**
 * Measures on the recorded papers, whose statements people have read: how many statements are
 * flagged without a judge, and how many changed digits are caught although a judge affirms
 * everything.
 * @param options `every` takes each n-th paper, `isShown` prints the flagged statements, and the
 * changes that are not
 * caught with what the judge was asked about them
 */
export async function measurePapers({
  every,
  split,
  isShown,
}: {
  every: number;
  split: Split;
  isShown: boolean;
}): Promise<void> {
  const totals = { statements: 0, flagged: 0, changes: 0, caught: 0 };
  console.log(
    '\n| Paper | Statements | Flagged without a judge | Digits changed | Caught with an affirming judge |',
  );
  console.log('| --- | ---: | ---: | ---: | ---: |');
  const papers = await listPapers();
  for (const [at, { rehearsal, document }] of papers.entries()) {
    if (at % every !== 0 || !isOfSplit(`${rehearsal.name}/${document.filename}`, split)) continue;
    const found = await measurePaper(rehearsal, document, isShown);
    const { statements, flagged, changes, caught } = found;
    console.log(
      `| ${rehearsal.name}/${document.filename} | ${statements} | ${flagged} | ${changes} | ${caught} |`,
    );
    for (const key of ['statements', 'flagged', 'changes', 'caught'] as const)
      totals[key] += found[key];
  }
  const share = (part: number, whole: number) =>
    `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  const { statements, flagged, changes, caught } = totals;
  console.log(`flagged: ${flagged} of ${statements} statements (${share(flagged, statements)})`);
  console.log(`caught: ${caught} of ${changes} changed digits (${share(caught, changes)})`);
}

async function listPapers(): Promise<{ rehearsal: Rehearsal; document: RecordedDocument }[]> {
  const folders = (await readdir(join(rehearsalsFolder, 'papers'))).sort();
  const rehearsals = await Promise.all(
    folders.map((folder) => readRehearsal(join('papers', folder))),
  );
  return rehearsals.flatMap((rehearsal) =>
    rehearsal.documents.map((document) => ({ rehearsal, document })),
  );
}

async function measurePaper(
  rehearsal: Rehearsal,
  document: RecordedDocument,
  isShown: boolean,
): Promise<{ statements: number; flagged: number; changes: number; caught: number }> {
  const material = materialOf(rehearsal, document);
  const { content } = document;
  const alone = (await checkDeliverable(content, material)).citations;
  const claims = Map.groupBy(alone, ({ claim }) => claim);
  const flagged = [...claims.values()].filter((entries) => entries.some(isOpen));
  if (isShown)
    for (const entries of flagged) console.log(`  flagged: ${describe(entries.filter(isOpen))}`);
  const before = (await checkDeliverable(content, material, affirm)).citations;
  let caught = 0;
  const changes = chooseChanges(content);
  for (const change of changes) {
    const text = content.slice(0, change.start) + change.changed + content.slice(change.end);
    const asked: JudgeQuestion[] = [];
    const affirmAsked: Judge = async (questions, paper) => {
      asked.push(...questions);
      return await affirm(questions, paper);
    };
    const after = (await checkDeliverable(text, material, affirmAsked)).citations;
    const isCaught = after.filter(isOpen).length > before.filter(isOpen).length;
    if (isCaught) caught += 1;
    else if (isShown) {
      const around = content
        .slice(Math.max(0, change.start - 120), change.end + 60)
        .replace(/\n/g, ' ⏎ ');
      console.log(`  not caught: ${change.written} → ${change.changed} in: ${around}`);
      for (const line of describeAcquittal(change, asked, after)) console.log(`    ${line}`);
    }
  }
  return { statements: claims.size, flagged: flagged.length, changes: changes.length, caught };
}

const describe = (entries: readonly Citation[]): string =>
  entries
    .map(({ footnote, claim, state, reason }) => `[^${footnote}] ${claim} → ${state}: ${reason}`)
    .join(' / ');

/** Says by which states and doubts the statements with a changed number passed. */
function describeAcquittal(
  { changed }: Change,
  asked: readonly JudgeQuestion[],
  citations: readonly Citation[],
): string[] {
  const states = citations
    .filter(({ claim }) => claim.includes(changed))
    .map(
      ({ footnote, state, derivation }) =>
        `[^${footnote}] ${state} ${derivation?.expression ?? ''}`,
    );
  const doubts = asked
    .filter(({ statement }) => statement.includes(changed))
    .flatMap((question) =>
      question.doubts.map((doubt) => `${question.ask}: ${JSON.stringify(doubt)}`),
    );
  return [...states, ...doubts];
}

/** Numbers of two digits or more, with their separators. */
const numbers = /(?<![\p{L}\d^[.,/-])\d(?:[\d.,\u00a0\u202f]*\d)+(?![\d\]])/gu;

/**
 * Chooses digits all over a paper's sentences and rows that cite something, footnotes and headings
 * left out.
 */
function chooseChanges(content: string): Change[] {
  const all: Change[] = [];
  let start = 0;
  for (const line of content.split('\n')) {
    const isText = /\[\^[^\]]+\]/.test(line) && !/^(?:\[\^[^\]]+\]:|#)/.test(line);
    for (const sentence of isText
      ? line.matchAll(/[^.!?。]*(?:[.!?。](?!\s|$|\[)[^.!?。]*)*[.!?。]?(?:\[\^[^\]]+\])*/gu)
      : []) {
      if (!sentence[0].includes('[^')) continue;
      for (const match of sentence[0].matchAll(numbers)) {
        const at = start + sentence.index + match.index;
        all.push({
          start: at,
          end: at + match[0].length,
          written: match[0],
          changed: changeDigit(match[0]),
        });
      }
    }
    start += line.length + 1;
  }
  const step = Math.max(1, all.length / mostChanges);
  return Array.from(
    { length: Math.min(mostChanges, all.length) },
    (_, at) => all[Math.floor(at * step)] as Change,
  );
}

/** Changes the second digit of a number, so that no rounding shows the same value. */
function changeDigit(number: string): string {
  const at = [...number.matchAll(/\d/g)][1]?.index ?? 0;
  const digit = (Number(number.charAt(at)) + 4) % 10;
  return number.slice(0, at) + String(digit) + number.slice(at + 1);
}
