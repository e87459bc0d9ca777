import type { CheckedClaim, FigureConflict, GivenFigure } from '@ecp/model-calls/prompt-types';
import { fenceText } from './fenced-text.ts';

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

/** Renders the figures to which documents give different values, for those who judge. Null without any. */
export function conflictsSection(conflicts: readonly FigureConflict[] | undefined, fence: string): string | null {
  if (!conflicts || conflicts.length === 0) return null;
  const lines = conflicts.map(({ values, ...figure }) => {
    const given = values.map(({ text, filename }) => `${cut(text)} (${filename})`).join('; ');
    return `- ${nameFigure(figure)}: ${given}`;
  });
  return `Figures to which the documents of the engagement give different values. Each needs one value, or a reason for the difference in the text.
${fenceText(fence, 'conflicting figures', takeLines(lines, listBytes.conflicts))}`;
}

/** Lists what a document says without a verified source, for those who build on it. Empty if all is verified. */
export function listOpenClaims(citations: readonly CheckedClaim[] | undefined): string {
  const open = citations?.filter(({ state }) => state !== 'verified' && state !== 'computed') ?? [];
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
