import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Judge } from '@ecp/evidence/material';
import { checkDeliverable } from '../../apps/server/src/engine/evidence/check-deliverable.ts';
import {
  materialOf,
  readRehearsal,
  rehearsalsFolder,
} from '../../scripts/demo/recorded/read-rehearsal.ts';
import type { Measured, Show } from './measured.ts';

/** Limits the digits that are changed in one paper, one at a time. */
const mostChanges = 12;

/** A judge that affirms everything, so that only exact means catch a fault. */
const affirm: Judge = async ({ length }) => Array(length).fill({ holds: true, reason: '' });

/**
 * Measures on the recorded papers, whose statements people have read: how many statements are
 * flagged without a judge, and how many changed digits are caught although a judge affirms
 * everything.
 */
export async function measurePapers(show: Show): Promise<Measured[]> {
  const right = {
    title: 'recorded papers, as delivered: flagged without a judge',
    statements: 0,
    count: 0,
  };
  const wrong = {
    title: 'recorded papers, a digit changed: caught, even where a judge affirms everything',
    statements: 0,
    count: 0,
  };
  for (const folder of (await readdir(join(rehearsalsFolder, 'papers'))).sort()) {
    const rehearsal = await readRehearsal(join('papers', folder));
    for (const document of rehearsal.documents) {
      const { content, filename } = document;
      const material = materialOf(rehearsal, document);
      const alone = (await checkDeliverable(content, material)).citations;
      const claims = Map.groupBy(alone, ({ claim }) => claim);
      const flagged = [...claims.values()].map((entries) => entries.find(isOpen));
      right.statements += claims.size;
      for (const flag of flagged.filter((entry) => entry !== undefined)) {
        right.count += 1;
        show(`${folder}/${filename}, flagged: ${flag.claim} → ${flag.state}: ${flag.reason}`);
      }
      const countOpen = async (text: string) =>
        (await checkDeliverable(text, material, affirm)).citations.filter(isOpen).length;
      const before = await countOpen(content);
      for (const { start, written } of chooseNumbers(content)) {
        const end = start + written.length;
        const changed = changeDigit(written);
        const isCaught =
          (await countOpen(content.slice(0, start) + changed + content.slice(end))) > before;
        wrong.statements += 1;
        wrong.count += isCaught ? 1 : 0;
        const around = content.slice(Math.max(0, start - 120), end + 60).replace(/\n/g, ' ⏎ ');
        if (!isCaught)
          show(`${folder}/${filename}, not caught: ${written} → ${changed} in: ${around}`);
      }
    }
  }
  return [right, wrong];
}

/** Numbers of two digits or more, with their separators. */
const numbers = /(?<![\p{L}\d^[.,/-])\d(?:[\d.,\u00a0\u202f]*\d)+(?![\d\]])/gu;
const sentences = /[^.!?。]*(?:[.!?。](?!\s|$|\[)[^.!?。]*)*[.!?。]?(?:\[\^[^\]]+\])*/gu;

/** Chooses numbers all over a paper's sentences and rows that cite something. */
function chooseNumbers(content: string): { start: number; written: string }[] {
  const all: { start: number; written: string }[] = [];
  let start = 0;
  for (const line of content.split('\n')) {
    const isText = line.includes('[^') && !/^(?:\[\^[^\]]+\]:|#)/.test(line);
    for (const sentence of isText ? line.matchAll(sentences) : []) {
      if (!sentence[0].includes('[^')) continue;
      for (const match of sentence[0].matchAll(numbers))
        all.push({ start: start + sentence.index + match.index, written: match[0] });
    }
    start += line.length + 1;
  }
  const step = Math.max(1, all.length / mostChanges);
  const count = Math.min(mostChanges, all.length);
  return Array.from({ length: count }, (_, at) => all[Math.floor(at * step)] ?? []).flat();
}

/** Changes the second digit of a number, so that no rounding shows the same value. */
function changeDigit(number: string): string {
  const at = [...number.matchAll(/\d/g)][1]?.index ?? 0;
  const digit = (Number(number.charAt(at)) + 4) % 10;
  return number.slice(0, at) + String(digit) + number.slice(at + 1);
}
