import type { EvidenceMaterial } from '../../src/evidence/source-documents.ts';
import { breakDraft, type Fault, faults } from './break-citation.ts';
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
  const sources = random.shuffle(all).slice(0, random.integer(4, 7));
  const lines: string[] = [];
  const definitions: string[] = [];
  const citations: SeededCitation[] = [];
  for (let index = 0; index < citationsEach; index += 1) {
    const { fault, draft } = makeDraft(index < faultsEach, sources, random);
    const loose =
      fault === 'misquote without a footnote' || (fault === null && draft.inline !== null && random.chance(0.15));
    const label = loose ? null : String(definitions.length + 1);
    lines.push(writeClaim(draft, label, random));
    if (label !== null) definitions.push(writeDefinition(draft, label, random));
    citations.push({ label, fault, words: draft.inline ?? draft.quote ?? draft.claim });
  }
  return { markdown: layOut(random.shuffle(lines), definitions, random), material: toMaterial(sources), citations };
}

/** Makes a citation. If a fault is impossible for the sources (no pages, no number), another fault is tried. */
function makeDraft(
  isWrong: boolean,
  sources: SeedSource[],
  random: SeededRandom,
): { fault: Fault | null; draft: Draft } {
  for (;;) {
    const seed = pickSeed(sources, random);
    const draft = draftCorrect(seed, random);
    if (!isWrong) return { fault: null, draft };
    const fault = random.pick(faults);
    const made = breakDraft(fault, draft, seed, sources, random);
    if (made !== null) return { fault, draft: made };
  }
}

function writeClaim({ claim, inline }: Draft, label: string | null, random: SeededRandom): string {
  const text = inline === null ? claim : claim.replace('{quote}', () => quoteWith(inline, random));
  if (label === null) return text;
  const before = random.chance(0.4) && /[.。]$/.test(text);
  return before ? `${text.slice(0, -1)}[^${label}]${text.slice(-1)}` : `${text}[^${label}]`;
}

function writeDefinition({ title, location, quote }: Draft, label: string, random: SeededRandom): string {
  const place = location === null ? title : `${title}, ${location}`;
  return `[^${label}]: ${quote === null ? place : `${place}: ${quoteWith(quote, random)}`}`;
}

const remarks = [
  'The “quick win” is not one.',
  'Step 3 needs a decision by the end of Q2.',
  'We propose the slogan “Closer to you every single day” for the campaign.',
  'Our own estimate for the first year is 35 workshops.',
  'See Figure 2 and section 4 for the options.',
  'The question to put to the board: “Which of the two do we want to give up?”',
];

/** Arranges lines as paragraphs, lists and a table, with sentences between them that cite nothing. */
function layOut(lines: string[], definitions: string[], random: SeededRandom): string {
  const third = Math.ceil(lines.length / 3);
  const [prose, list, rows] = [lines.slice(0, third), lines.slice(third, 2 * third), lines.slice(2 * third)];
  const paragraphs = prose.map((line) => `${line} ${random.pick(remarks)}`.trim());
  const wrapped = paragraphs.map((line) => (random.chance(0.3) ? line.replace(/(.{60,90}?) /g, '$1\n') : line));
  const table = rows.map((line, index) => `| ${index + 1} | ${line.replaceAll('|', '\\|')} |`);
  return [
    '# Findings and options',
    '## 1. What the sources say in 2025',
    ...wrapped,
    '## 2. Points in short',
    list.map((line, index) => (random.chance(0.5) ? `- ${line}` : `${index + 1}. ${line}`)).join('\n'),
    `| No. | Point |\n| ---: | --- |\n${table.join('\n')}`,
    `## 3. Open questions\n\n- ${random.pick(remarks)}`,
    definitions.join('\n'),
  ].join('\n\n');
}

function toMaterial(sources: SeedSource[]): EvidenceMaterial {
  return {
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
  };
}
