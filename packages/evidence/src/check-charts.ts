import type { Citation } from '@ecp/contract/values/citations';
import type { ParsedDocument } from './document/parse-document.ts';
import type { EvidenceMaterial } from './material.ts';
import { showPassage } from './sources/passages.ts';
import type { EvidenceTexts } from './texts/evidence-texts.ts';

/** Bounds of packages/charts: blocks after the most charts of a document, and longer ones, stay code. */
const maxCharts = 50;
const maxChartLength = 8_000;
/** Most characters of a title that are recorded. */
const maxTitle = 300;

/**
 * Reports the charts of a document whose query is not of the material as missing sources (contract 10). Whatever else
 * keeps a chart from being drawn is no fault of its source.
 */
export function checkCharts(
  { charts }: ParsedDocument,
  { queries }: EvidenceMaterial,
  texts: Pick<EvidenceTexts, 'noSuchSource'>,
): Citation[] {
  const known = new Set(queries.map(({ id }) => id));
  return charts.slice(0, maxCharts).flatMap((text): Citation[] => {
    const { query, title } = readChart(text);
    if (query === null || known.has(query)) return [];
    return [
      {
        ...{ footnote: null, quote: null, passage: null, derivation: null },
        claim: showPassage(title ?? `Query ${query}`, maxTitle),
        source: { kind: 'query', title: `Query ${query}`, location: null },
        state: 'missing_source',
        reason: texts.noSuchSource,
      },
    ];
  });
}

/** Reads query and title of a block. Null for what it does not have, and for a block that is no chart. */
function readChart(text: string): { query: string | null; title: string | null } {
  const nothing = { query: null, title: null };
  if (text.length > maxChartLength) return nothing;
  try {
    const chart: unknown = JSON.parse(text);
    if (typeof chart !== 'object' || chart === null) return nothing;
    return { query: readText('query' in chart && chart.query), title: readText('title' in chart && chart.title) };
  } catch {
    return nothing; // the reader sees the block as code
  }
}

const readText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
