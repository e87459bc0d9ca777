import type { EvidenceMaterial } from '@ecp/evidence/material';
import { type Language, languages } from '@ecp/language/language';
import { breakDraft, type Fault, faults } from './break-citation.ts';
import { frames } from './frames.ts';
import { readSeedSources, type SeedSource } from './seed-sources.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import { type Draft, draftCorrect, pickSeed, quoteWith } from './write-correct.ts';

/** One citation of a seeded deliverable. Without a label it is identified by its quoted words. */
export interface SeededCitation {
  label: string | null;
  fault: Fault | null;
  words: string;
}

export interface SeededDeliverable {
  markdown: string;
  material: EvidenceMaterial;
  citations: SeededCitation[];
}

const citationsEach = 14;
const faultsEach = 4;

/** Writes the deliverable of a seed: correct citations of many kinds, and some with a fault. */
export async function writeSeededDeliverable(seed: number): Promise<SeededDeliverable> {
  const random = createSeededRandom(seed);
  const all = await readSeedSources(random);
  const language = random.pick(languages);
  const shuffled = random.shuffle(all);
  const own = shuffled.filter((source) => source.language === language).slice(0, 2);
  const others = shuffled.filter((source) => !own.includes(source)).slice(0, random.integer(3, 5));
  const sources = random.shuffle([...own, ...others]);
  const lines: string[] = [];
  const definitions: string[] = [];
  const citations: SeededCitation[] = [];
  for (let index = 0; index < citationsEach; index += 1) {
    const { fault, draft } = makeDraft(index < faultsEach, sources, language, random);
    const loose =
      fault === 'misquote without a footnote' || (fault === null && draft.inline !== null && random.chance(0.15));
    const label = loose ? null : String(definitions.length + 1);
    lines.push(writeClaim(draft, label, language, random));
    if (label !== null) definitions.push(writeDefinition(draft, label, random));
    citations.push({ label, fault, words: draft.inline ?? draft.quote ?? draft.claim });
  }
  return {
    markdown: layOut(random.shuffle(lines), definitions, language, random),
    material: toMaterial(sources, language),
    citations,
  };
}

/** Makes a citation. If a fault is impossible for the sources (no pages, no number), another fault is tried. */
function makeDraft(
  isWrong: boolean,
  sources: SeedSource[],
  language: Language,
  random: SeededRandom,
): { fault: Fault | null; draft: Draft } {
  for (;;) {
    const seed = pickSeed(sources, random);
    const draft = draftCorrect(seed, language, random);
    if (!isWrong) return { fault: null, draft };
    const fault = random.pick(faults);
    const made = breakDraft(fault, draft, seed, sources, language, random);
    if (made !== null) return { fault, draft: made };
  }
}

function writeClaim({ claim, inline }: Draft, label: string | null, language: Language, random: SeededRandom): string {
  const text = inline === null ? claim : claim.replace('{quote}', () => quoteWith(inline, random));
  // Japanese sets no space between sentences, so each of them has its full stop.
  const end = language === 'ja' && !/[.。]$/.test(text) ? '。' : '';
  if (label === null) return `${text}${end}`;
  const before = end === '' && random.chance(0.4) && /[.。]$/.test(text);
  return before ? `${text.slice(0, -1)}[^${label}]${text.slice(-1)}` : `${text}[^${label}]${end}`;
}

function writeDefinition({ title, location, quote }: Draft, label: string, random: SeededRandom): string {
  const place = location === null ? title : `${title}, ${location}`;
  return `[^${label}]: ${quote === null ? place : `${place}: ${quoteWith(quote, random)}`}`;
}

/** Arranges lines as paragraphs, lists and a table, with sentences between them that cite nothing. */
function layOut(lines: string[], definitions: string[], language: Language, random: SeededRandom): string {
  const { remarks, headings, columns } = frames[language];
  const gap = language === 'ja' ? '' : ' ';
  const third = Math.ceil(lines.length / 3);
  const [prose, list, rows] = [lines.slice(0, third), lines.slice(third, 2 * third), lines.slice(2 * third)];
  const paragraphs = prose.map((line) => `${line}${gap}${random.pick(remarks)}`.trim());
  const wrapped = paragraphs.map((line) => (random.chance(0.3) ? line.replace(/(.{60,90}?) /g, '$1\n') : line));
  const table = rows.map((line, index) => `| ${index + 1} | ${line.replaceAll('|', '\\|')} |`);
  return [
    `# ${headings[0]}`,
    `## 1. ${headings[1]}`,
    ...wrapped,
    `## 2. ${headings[2]}`,
    list.map((line, index) => (random.chance(0.5) ? `- ${line}` : `${index + 1}. ${line}`)).join('\n'),
    `| ${columns.join(' | ')} |\n| ---: | --- |\n${table.join('\n')}`,
    `## 3. ${headings[3]}\n\n- ${random.pick(remarks)}`,
    definitions.join('\n'),
  ].join('\n\n');
}

function toMaterial(sources: SeedSource[], language: Language): EvidenceMaterial {
  return {
    language,
    brief: 'The client wants to know what to do first, what it costs and who decides.',
    assignment: ['Options for the next two years', 'A client'],
    sources: sources.flatMap(({ title, url, parts }, source) =>
      parts.map(({ location, stored }, part) => ({
        id: `s${source}-${part}`,
        title,
        location: [url, location].filter((text) => text !== null).join(', ') || null,
        text: stored,
      })),
    ),
    upstream: [],
    consultations: [],
    reviewNotes: [],
    queries: [],
    tables: [],
  };
}
