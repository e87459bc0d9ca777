import { isOpen } from '@ecp/contract/values/citation-counts';
import type { CheckedClaim, GivenFigure, KnownConflict } from '@ecp/model-calls/prompt-types';
import { fenceText, joinParts } from './fenced-text.ts';

/** Most UTF-8 bytes of each list. */
const listBytes = { figures: 6_000, conflicts: 4_000, openClaims: 2_000 };
const maxTextLength = 200;

/** Renders the figures that other documents give, so that a figure has one value (contract 10). Null without any. */
export function givenFiguresSection(figures: readonly GivenFigure[] | undefined, fence: string): string | null {
  if (!figures || figures.length === 0) return null;
  const lines = figures.map((figure) => {
    const open = figure.isOpen ? ' (not verified there)' : '';
    return `- ${nameFigure(figure)}: ${cut(figure.text)}, ${figure.filename}${open}`;
  });
  return `Figures that other documents of the engagement already give. Where you give one of them, give the same value, or say why yours differs. They are no sources: cite what their document cites.
${fenceText(fence, 'figures given', takeLines(lines, listBytes.figures))}`;
}

/** Renders what sources or documents say differently, and what people have settled. Null without any. */
export function conflictsSection(conflicts: readonly KnownConflict[] | undefined, fence: string): string | null {
  if (!conflicts || conflicts.length === 0) return null;
  const settled = conflicts.filter(({ settlement }) => settlement !== null);
  const open = conflicts.filter(({ settlement }) => settlement === null);
  const lists = [
    [
      open,
      'What the sources or the documents of the engagement say differently, and nobody has settled. Each needs one value, or a reason for the difference in the text. It is noted already.',
      'open conflicts',
    ],
    [
      settled,
      'What people have settled. Go by it, and do not take the other value up again without a new source.',
      'settled conflicts',
    ],
  ] as const;
  return joinParts(
    lists.map(([own, introduction, label]) => {
      const lines = own.map((conflict) => `- ${describeConflict(conflict)}`);
      return own.length === 0
        ? null
        : `${introduction}\n${fenceText(fence, label, takeLines(lines, listBytes.conflicts))}`;
    }),
  );
}

/** Describes a conflict in a line: what it is about, each value with its place, and the decision. */
export function describeConflict({ about, values, settlement }: KnownConflict): string {
  const given = values.map(({ text, filename, place }) => {
    return `${cut(text)} (${cut(filename)}${place === null ? '' : `, ${cut(place)}`})`;
  });
  if (settlement === null) return `${cut(about)}: ${given.join('; ')}`;
  const held = settlement.chosen === null ? undefined : given[settlement.chosen];
  const others = given.filter((_, at) => at !== settlement.chosen).join('; ');
  const decided = held === undefined ? 'none of the values holds' : held;
  return `${cut(about)}: settled: ${decided}, because ${cut(settlement.reason)} (by ${cut(settlement.by)}; not: ${others})`;
}

/** Lists what a document says without a verified source, for those who build on it. Empty if all is verified. */
export function listOpenClaims(citations: readonly CheckedClaim[] | undefined): string {
  const open = citations?.filter(isOpen) ?? [];
  if (open.length === 0) return '';
  const lines = [...new Set(open.map(({ claim }) => `- ${cut(claim)}`))];
  return `\n\n(Not verified in this document, so it cannot back a claim of yours:\n${takeLines(lines, listBytes.openClaims)})`;
}

function nameFigure({ label, unit, period }: Pick<GivenFigure, 'label' | 'unit' | 'period'>): string {
  const facts = [unit, period].filter((fact) => fact !== null).join(', ');
  return facts === '' ? cut(label) : `${cut(label)} (${cut(facts)})`;
}

function cut(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= maxTextLength ? flat : `${flat.slice(0, maxTextLength).toWellFormed()} …`;
}

/** Joins the lines that fit, and says how many do not. */
function takeLines(lines: readonly string[], maxBytes: number): string {
  let bytes = 0;
  const end = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > maxBytes;
  });
  return end === -1 ? lines.join('\n') : [...lines.slice(0, end), `(${lines.length - end} more)`].join('\n');
}
