import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCell, type OpenFile, openFile, readValue } from '@ecp/evidence/grid-cells';
import type { EngagementBrief } from '@ecp/model-calls/prompt-material';
import { answerGrid } from '@ecp/offline-model/answer-grid';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { readCell, wordsOf } from './public-sets.ts';

interface Question {
  question: string;
  answer: string | number | string[];
  answer_type: 'span' | 'multi-span' | 'count' | 'arithmetic';
  scale: '' | 'thousand' | 'million' | 'billion' | 'percent';
}

interface Report {
  table: { table: string[][] };
  paragraphs: { order: number; text: string }[];
  questions: Question[];
}

/** A question of a grid with its right answer, and the words of the file that say it. */
interface GoldCell {
  question: string;
  type: 'number' | 'text';
  answer: string;
  quote: string;
}

interface ReportFile {
  text: string;
  opened: OpenFile;
  cells: GoldCell[];
}

const engagement: EngagementBrief = {
  name: 'Reports',
  client: 'A client',
  brief: 'Compare the reports.',
  tasks: [],
  today: '2026-01-01',
  language: 'en',
};

/**
 * Measures the cells of grids on TAT-QA, each report as one file: how the check takes right answers
 * and those with a wrong value, and what the offline model answers to questions of the file itself
 * and of another file, which its own does not hold. `every` takes each n-th report.
 */
export async function measureGridAnswers(
  folder: string,
  every: number,
  show: string | undefined,
): Promise<void> {
  const text = readFileSync(join(folder, 'tatqa_dataset_dev.json'), 'utf8');
  const files = (JSON.parse(text) as Report[]).filter((_, at) => at % every === 0).map(readReport);
  const tallies = new Map<string, Map<string, number>>();
  const count = (of: string, outcome: string, told: string) => {
    const tally = tallies.get(of) ?? new Map<string, number>();
    tallies.set(of, tally.set(outcome, (tally.get(outcome) ?? 0) + 1));
    if (show === of || show === 'all') console.log(`${of} → ${outcome}: ${told}`);
  };
  for (const [at, file] of files.entries()) {
    for (const gold of file.cells) {
      const right = await check(file, gold, gold.answer, gold.quote);
      count(
        'check, right answer',
        right.state,
        `${gold.question} ${gold.answer} “${gold.quote}” ${right.reason ?? ''}`,
      );
      const changed = changeDigit(gold);
      if (changed !== null) {
        const wrong = await check(file, gold, changed, gold.quote);
        count('check, a digit changed', wrong.state, `${gold.question} ${changed} “${gold.quote}”`);
      }
      await answer('offline model, own file', file, gold, count);
      const other = files[(at + 1) % files.length];
      if (other && other !== file) await answer('offline model, another file', other, gold, count);
    }
  }
  console.log('\n| Measured | Cells | Outcomes |\n| --- | ---: | --- |');
  for (const [of, tally] of tallies) {
    const all = [...tally.values()].reduce((sum, one) => sum + one, 0);
    const told = [...tally].toSorted((one, two) => two[1] - one[1]);
    console.log(
      `| ${of} | ${all} | ${told.map(([outcome, cells]) => `${outcome} ${cells} (${((100 * cells) / all).toFixed(1)} %)`).join(', ')} |`,
    );
  }
}

const slice = createTimeSlice(undefined);

const check = (
  file: ReportFile,
  { question, type }: GoldCell,
  value: string,
  quote: string,
  words = '',
) =>
  checkCell(
    file.opened,
    { question, type, value, answer: words, quote },
    { language: 'en', date: null, slice },
  );

async function answer(
  of: string,
  file: ReportFile,
  gold: GoldCell,
  count: (of: string, outcome: string, told: string) => void,
): Promise<void> {
  const { question, type } = gold;
  const passages = [{ place: null, heading: '', text: file.text }];
  const columns = [{ name: 'Answer', question, type }];
  const input = {
    engagement,
    filename: file.opened.filename,
    isWhole: true,
    isShared: false,
    passages,
    columns,
    refused: [],
  };
  const given = (await answerGrid(input, slice)).answers[0];
  if (!given?.found) return count(of, 'not found', question);
  const cell = await check(file, gold, given.value, given.quote, given.answer);
  const isRight =
    of.endsWith('own file') &&
    (type === 'number'
      ? cell.value === readValue('number', gold.answer)
      : String(cell.value).includes(gold.answer) || given.quote === gold.quote);
  count(
    of,
    `${isRight ? 'right' : 'wrong'}, ${cell.state}`,
    `${question} ${gold.answer} ← ${given.value} “${given.quote}”`,
  );
}

function readReport({ table, paragraphs, questions }: Report, at: number): ReportFile {
  const rows = table.table.filter((row) => row.some((cell) => cell.trim() !== ''));
  const write = (row: string[]) =>
    `| ${row.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;
  const [head = [], ...rest] = rows;
  const sentences = paragraphs.map(({ text }) => text);
  const drawn = [write(head), `|${head.map(() => ' --- |').join('')}`, ...rest.map(write)].join(
    '\n',
  );
  const text = `${sentences.join('\n\n')}\n\n${drawn}`;
  const cells = questions.flatMap(({ question, answer_type, answer: given, scale }): GoldCell[] => {
    const [only, ...others] = Array.isArray(given) ? given : [given];
    const said = String(only ?? '').trim();
    if (answer_type !== 'span' || others.length > 0 || said === '' || said.split(' ').length > 12)
      return [];
    const asked = wordsOf(question);
    const shared = (words: string) => [...wordsOf(words)].filter((word) => asked.has(word)).length;
    const inRows = rows.filter((row) => row.some((cell) => cell.trim() === said)).map(write);
    const inText = sentences
      .flatMap((one) => one.split(/(?<=[.;])\s+(?=[A-Z])/))
      .filter((one) => one.includes(said));
    const [quote] = [...inRows, ...inText].toSorted((one, two) => shared(two) - shared(one));
    if (quote === undefined) return [];
    const isNumber = readCell(said) !== null && !/^(?:19|20)\d\d$/.test(said);
    const isWithUnit = scale === '' || /million|billion|thousand|%|percent|per cent/.test(said);
    const full =
      !isNumber || isWithUnit ? said : `${said}${scale === 'percent' ? '%' : ` ${scale}`}`;
    return [{ question, type: isNumber ? 'number' : 'text', answer: full, quote }];
  });
  const filename = `report-${at + 1}.md`;
  return { text, opened: openFile(filename, [{ location: null, text }]), cells };
}

/** The answer with another last digit. Null for words. */
function changeDigit({ type, answer: given }: GoldCell): string | null {
  if (type !== 'number') return null;
  return given.replace(/(\d)(?=\D*$)/, (digit) => String((Number(digit) + 3) % 10));
}
