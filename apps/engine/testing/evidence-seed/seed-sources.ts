import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { detectLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import { readSeedDate, readSeedNumbers, type SeedDate, type SeedNumber } from './seed-numbers.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A sentence or table row of a source, in the form that an author would copy. */
export interface SeedSentence {
  text: string;
  numbers: SeedNumber[];
  date: SeedDate | null;
}

export interface SeedPart {
  location: string | null;
  /** The stored form: broken into lines, hyphenated, with ligatures. */
  stored: string;
  sentences: SeedSentence[];
}

export interface SeedSource {
  title: string;
  url: string | null;
  language: Language;
  /** True for rows of cells, which no author quotes in part. */
  isTable: boolean;
  parts: SeedPart[];
}

const texts = new URL('texts/', import.meta.url);
const examples = new URL('../../../../examples/', import.meta.url);

/**
 * Reads the texts beside this file and those of the sample cases, in the form that text extraction might have stored.
 */
export async function readSeedSources(random: SeededRandom): Promise<SeedSource[]> {
  const own = await readFolder(texts, '*');
  const briefs = await readFolder(examples, '*/engagement.json');
  const folders = briefs.map(({ name }) => name.replace('/engagement.json', ''));
  const cases = await readFolder(examples, `{${folders.join()}}/*.{md,csv,txt}`);
  const files = [...own, ...cases.filter(({ name }) => !/README/i.test(name)), ...briefs.map(readBrief)];
  return files.map(({ name, text }) => toSource(name, text, random)).filter((source) => countSentences(source) >= 4);
}

async function readFolder(folder: URL, pattern: string) {
  const names = await Array.fromAsync(glob(pattern, { cwd: fileURLToPath(folder) }));
  return Promise.all(names.sort().map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })));
}

function readBrief({ name, text }: { name: string; text: string }) {
  const { brief } = JSON.parse(text) as { brief: string };
  return { name: name.replace('/engagement.json', `-brief.${detectLanguage(brief)}.md`), text: brief };
}

function toSource(name: string, text: string, random: SeededRandom): SeedSource {
  const title =
    name
      .split('/')
      .at(-1)
      ?.replace(/\.(?:web|sheet)\.txt$/, '.txt') ?? name;
  const language = (/\.(en|de|fr|es|ja)\./.exec(name)?.[1] ?? 'en') as Language;
  const isTable = /\.csv$|\.sheet\./.test(name);
  const cut = text.split(/^=== (.*)$/m);
  const pieces = cut.length === 1 ? [['', text]] : pairs(cut.slice(1));
  const url = pieces[0]?.[0]?.startsWith('http') ? (pieces[0][0] ?? null) : null;
  const style = random.pick(['plain', 'wrapped', 'hyphenated', 'ligatures'] as const);
  const parts = pieces.map(([location = '', content = '']) => ({
    location: /^(?:page|sheet|section|slide)/.test(location) ? location : null,
    stored:
      isTable || /\.md$/.test(name) || language === 'ja' ? content.trim() : typeset(content.trim(), style, random),
    sentences: readSentences(content, isTable).map((sentence) => ({
      text: sentence,
      numbers: isTable ? readCells(sentence, language) : readSeedNumbers(sentence, language),
      date: isTable ? null : readSeedDate(sentence, language),
    })),
  }));
  return { title, url, language, isTable, parts };
}

/** Reads the numbers of a row cell by cell, because a separator may also be a decimal sign. */
function readCells(row: string, language: Language): SeedNumber[] {
  const separator = /\t/.test(row) ? '\t' : /;/.test(row) ? ';' : ',';
  let start = 0;
  return row.split(separator).flatMap((cell) => {
    const numbers = readSeedNumbers(cell, language).map((number) => ({ ...number, index: number.index + start }));
    start += cell.length + 1;
    return numbers;
  });
}

function pairs(items: string[]): [string, string][] {
  return items.flatMap((item, index) => (index % 2 === 0 ? [[item.trim(), items[index + 1] ?? '']] : []));
}

/** Returns sentences of prose and list items without markdown, or the lines of a table. */
function readSentences(text: string, isTable: boolean): string[] {
  if (isTable) return text.trim().split('\n').slice(1);
  return text
    .split(/\n\s*\n|\n(?=[-*>#|] ?|\d+[.)] )/)
    .filter((paragraph) => !/^\s*[#|]/.test(paragraph))
    .flatMap((paragraph) =>
      paragraph
        .replace(/^\s*(?:[->]|\d+[.)])\s+/, '')
        .replace(/\s+/g, ' ')
        .split(/(?<=[.!?]["”]?)(?<! (?:z|B|ca|bzw|Dr|M|Nr|Mio|p|ex|ej|Sr|env|\d\d?)\.)\s+(?=[\p{Lu}£$“"])|(?<=。)\s*/u),
    )
    .map((sentence) => sentence.replace(/\*+/g, '').trim())
    .filter((sentence) => sentence.length >= (/[ぁ-ん]/.test(sentence) ? 12 : 40) && sentence.length <= 320);
}

function typeset(text: string, style: 'plain' | 'wrapped' | 'hyphenated' | 'ligatures', random: SeededRandom): string {
  if (style === 'plain') return text;
  const set = style === 'ligatures' ? text.replaceAll('fi', 'ﬁ').replaceAll('fl', 'ﬂ') : text;
  const width = random.integer(56, 84);
  return set
    .split('\n')
    .map((paragraph) => wrap(paragraph, width, style === 'hyphenated'))
    .join('\n\n');
}

function wrap(paragraph: string, width: number, hyphenated: boolean): string {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line.length + word.length + 1 <= width) line = line === '' ? word : `${line} ${word}`;
    else if (hyphenated && /^\p{L}{8,}$/u.test(word) && line.length < width - 5) {
      lines.push(`${line} ${word.slice(0, 4)}-`);
      line = word.slice(4);
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].join('\n');
}

function countSentences({ parts }: SeedSource): number {
  return parts.reduce((count, part) => count + part.sentences.length, 0);
}
