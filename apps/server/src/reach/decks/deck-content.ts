import { hash } from 'node:crypto';
import { readChartBlocks } from '@ecp/charts/reading/read-chart-blocks';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { ExportAudience } from '@ecp/contract/reach/exports';
import type { FootnoteChoice } from '@ecp/contract/values/footnotes';
import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { DocumentOutline } from '@ecp/documents/storyline/outline-document';
import { distinct } from '@ecp/documents/storyline/plain-text';
import { titleOfFilename } from '@ecp/markdown/name-sources';
import { chooseFootnotes } from '../../identity/branding/client-footnotes.ts';
import {
  type QueryHead,
  readQueryHeads,
  readQueryResults,
} from '../../material/tables/recorded-queries.ts';
import {
  chooseConclusions,
  selectLatestDeliverables,
} from '../../work/documents/deliverable-rows.ts';
import { type ReportOwner, type ReportTexts, readReportTexts } from '../exports/report-content.ts';
import type { DeckDocument, DeckPapers, DrawnExhibit } from './build-slides.ts';
import { listQueries } from './footnote-sources.ts';
import { outlineReader } from './outline-reader.ts';
import { toSlideChart } from './slide-charts.ts';

/** What a deck is made from. */
export type DeckContent = DeckPapers & Pick<ReportTexts, 'engagement' | 'brand' | 'titles'>;

/** The document of a deck, or null for all of the engagement, and who reads it. */
export interface DeckOrder {
  engagementId: string;
  filename: string | null;
  audience: ExportAudience;
  /** What the request says about footnotes; else the audience decides. */
  footnotes?: FootnoteChoice | undefined;
}

/**
 * Reads the latest versions as slides can show them, for their audience. Errors: `no_deliverables`,
 * `deliverable_not_found`, those of readReportTexts.
 */
export async function readDeckContent(
  { services, tenantId }: Pick<ReportOwner, 'services' | 'tenantId'>,
  { engagementId, filename, audience, footnotes }: DeckOrder,
): Promise<DeckContent> {
  const selected = selectLatestDeliverables(tenantId, engagementId, filename ?? undefined);
  // The places of slides are those of the whole texts.
  const order = { engagementId, selected, audience, footnotes: 'all' } as const;
  const [read, choice] = await Promise.all([
    readReportTexts({ services, tenantId }, order),
    chooseFootnotes(services.database, tenantId, { audience, footnotes }),
  ]);
  const { engagement, brand, deliverables, texts, titles } = read;
  if (deliverables.length === 0)
    throw new ApiError(filename === null ? 'no_deliverables' : 'deliverable_not_found');
  // The team reads the names of files as they are.
  const markdowns = (audience === 'client' ? texts : deliverables).map(({ content }) => content);
  const outlines = await readOutlines(services, tenantId, markdowns);
  const { charts, heads } = await readCharts({ services, tenantId }, engagementId, outlines);
  const queries = new Map([...heads].map(([id, { title }]) => [id, title]));
  const nameOf = (name: string) =>
    titles.get(name) ?? (audience === 'client' ? titleOfFilename(name) : name);
  const found = deliverables.flatMap((deliverable, index): DeckDocument[] => {
    const outline = outlines[index];
    if (!outline) return [];
    return [
      {
        id: deliverable.id,
        filename: deliverable.filename,
        version: deliverable.version,
        taskId: deliverable.task_id,
        title: titles.get(deliverable.filename) ?? deliverable.filename,
        outline: choice === 'all' ? outline : { ...outline, footnotes: [] },
        markdown: markdowns[index] ?? '',
        charts: charts[index] ?? new Map(),
        citations: texts[index]?.citations ?? [],
        titles: new Set(titles.values()),
        nameOf,
        queries,
      },
    ];
  });
  const conclusions = chooseDeciding(found, engagement.tasks);
  const documents = [...conclusions, ...found.filter((one) => !conclusions.includes(one))];
  const [first] = documents;
  const subject = {
    title: filename === null ? engagement.name : (first?.title ?? engagement.name),
    language: first?.outline.language ?? 'en',
    hasNotes: audience === 'team',
  };
  return { engagement, brand, titles, subject, documents, conclusions: conclusions.length };
}

/** A change of the outline raises it, so that no older one is answered. */
const outlineVersion = 1;

/**
 * Outlines documents and caches that, as versions do not change: to read four papers of a sample
 * takes a tenth of a second, and each change of a slide asks for them again. Errors:
 * `text_too_complex`, `service_unavailable`.
 */
async function readOutlines(
  { cache, texts }: Pick<ReportOwner['services'], 'cache' | 'texts'>,
  tenantId: string,
  markdowns: readonly string[],
): Promise<DocumentOutline[]> {
  const names = markdowns.map(
    (markdown) => `outline ${outlineVersion} ${hash('sha256', markdown, 'base64url')}`,
  );
  const entries = await Promise.all(names.map((name) => cache.get(tenantId, name)));
  const missing = markdowns.filter((_markdown, at) => entries[at] === null);
  if (missing.length > 0) {
    const { outlines } = await texts.run(tenantId, outlineReader, { markdowns: missing });
    for (const [at, name] of names.entries()) {
      if (entries[at] !== null) continue;
      const text = JSON.stringify(outlines.shift());
      entries[at] = text;
      await cache.set(tenantId, name, text);
    }
  }
  return entries.map((text) => JSON.parse(text ?? 'null') as DocumentOutline);
}

/**
 * Chooses the papers that decide: of those that conclude the work, those with a first page, else
 * the last.
 */
function chooseDeciding(
  documents: readonly DeckDocument[],
  tasks: readonly TaskConfiguration[],
): DeckDocument[] {
  const concluding = chooseConclusions(documents, tasks);
  const deciding = concluding.filter(({ outline }) => outline.pageOne.length > 0);
  return deciding.length > 0 ? deciding : concluding.slice(-1);
}

/**
 * Reads the charts of each document with the results of their queries, and all queries that
 * documents cite.
 */
async function readCharts(
  { services, tenantId }: Pick<ReportOwner, 'services' | 'tenantId'>,
  engagementId: string,
  outlines: readonly DocumentOutline[],
): Promise<{ charts: Map<string, DrawnExhibit>[]; heads: Map<string, QueryHead> }> {
  const found = outlines.map(({ exhibits, language }) => ({
    language,
    blocks: exhibits.flatMap(({ chart }) =>
      readChartBlocks(chart === '' ? '' : `\`\`\`\`chart\n${chart}\n\`\`\`\`\n`),
    ),
  }));
  const ids = distinct(
    found.flatMap(({ blocks }) =>
      blocks.flatMap((block) => ('spec' in block ? [block.spec.query] : [])),
    ),
  );
  const [results, heads] = await Promise.all([
    readQueryResults(services.database, tenantId, engagementId, ids),
    readQueryHeads(
      services.database,
      tenantId,
      engagementId,
      distinct([...ids, ...outlines.flatMap(listQueries)]),
    ),
  ]);
  const charts = found.map(({ blocks, language }) => {
    const drawn = new Map<string, DrawnExhibit>();
    for (const block of blocks) {
      if (!('spec' in block)) continue;
      const { query: id, title } = block.spec;
      const result = results.get(id);
      const chart = result && toSlideChart(block.spec, result, language);
      const query = heads.get(id);
      if (chart && query) drawn.set(block.source.trim(), { title, chart, query });
    }
    return drawn;
  });
  return { charts, heads };
}
