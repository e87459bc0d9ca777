import type { PortalSource } from '@ecp/contract/reach/portal';
import type { CitedRange } from '@ecp/contract/work/sources';
import { isApiError } from '@ecp/sdk/create-client';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ExternalLink, FileQuestion, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDay, formatMoment } from '../../base/format/format.ts';
import { namePlace } from '../../base/format/words.ts';
import { readingTexts } from '../../base/texts/reading.ts';
import { buttonStyle, IconButton, linkStyle } from '../../base/ui/buttons.tsx';
import { defer } from '../../base/ui/defer.ts';
import { isKeyOwned, type PageShortcut, usePageShortcuts } from '../../base/ui/keys.tsx';
import { CodeBlock } from '../../base/ui/layout/page.tsx';
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '../../base/ui/states.tsx';
import { DataGrid } from '../data/data-grid.tsx';
import { isOwnAddress } from '../markdown/markdown.tsx';
import {
  type CitedFootnote,
  findFootnote,
  type ShownSource,
  type SourceLoader,
} from './cited-sources.ts';
import { DerivationView } from './derivation-view.tsx';
import { PassageText, SourceNote, scrollerProps } from './passages.tsx';
import { sourceTexts as texts } from './texts.ts';

export interface SourceWindowProps<S extends ShownSource> {
  loader: SourceLoader<S>;
  footnote: string;
  /** The footnotes to step through, in the order of the text. */
  footnotes: readonly CitedFootnote[];
  onShow: (footnote: string) => void;
  onClose: () => void;
  actions?: (source: S) => ReactNode;
}

const pollMs = 2_000;

export function SourceWindow<S extends ShownSource>(props: SourceWindowProps<S>) {
  const { loader, footnote, footnotes, onShow, actions } = props;
  const { data, error, refetch } = useQuery({
    queryKey: [...loader.key, footnote],
    queryFn: ({ signal }) => loader.load(footnote, signal),
    refetchInterval: ({ state }) => (state.data?.problem === 'extracting' ? pollMs : false),
  });
  return (
    <>
      <Bar {...props} />
      <div
        {...scrollerProps}
        className="[scrollbar-gutter:stable] min-h-0 flex-1 overflow-y-auto px-4 py-3"
      >
        {data ? (
          <div className="flex min-w-0 flex-col gap-3">
            <SourceHead source={data} actions={actions?.(data)} />
            <SourceBody
              key={footnote}
              source={data}
              loader={loader}
              footnotes={footnotes}
              onShow={onShow}
            />
          </div>
        ) : error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={4} className="h-24 w-full" />
        )}
      </div>
    </>
  );
}

function Bar<S extends ShownSource>({
  footnote,
  footnotes,
  onShow,
  onClose,
}: SourceWindowProps<S>) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const shown = findFootnote(footnotes, footnote);
  const at = shown ? footnotes.indexOf(shown) : -1;
  const step = (by: 1 | -1) => {
    const next = at === -1 ? undefined : footnotes[at + by];
    return next && (() => onShow(next.label));
  };
  const [previous, next] = [step(-1), step(1)];
  useSourceKeys({ previous, next, onClose });
  return (
    <div className="flex h-12 shrink-0 items-center gap-1 border-b ps-4 pe-2">
      <h2 ref={title} tabIndex={-1} className="min-w-0 truncate rounded font-semibold">
        {texts.title(shown?.number ?? footnote)}
      </h2>
      <span
        aria-live="polite"
        className="figures ms-auto whitespace-nowrap pe-1 text-muted text-sm"
      >
        {at !== -1 && texts.position(at + 1, footnotes.length)}
      </span>
      <IconButton
        icon={ChevronLeft}
        label={texts.previous}
        aria-keyshortcuts="Shift+<"
        disabled={!previous}
        onClick={previous}
      />
      <IconButton
        icon={ChevronRight}
        label={texts.next}
        aria-keyshortcuts="Shift+>"
        disabled={!next}
        onClick={next}
      />
      <IconButton icon={X} label={texts.close} aria-keyshortcuts="Escape" onClick={onClose} />
    </div>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!isApiError(error, 'not_found')) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon={FileQuestion} title={texts.unknown.title}>
      {texts.unknown.advice}
    </EmptyState>
  );
}

function SourceHead({ source, actions }: { source: ShownSource; actions: ReactNode }) {
  const { place, url, fetchedAt, derivation } = source;
  // The service names the brief in English.
  const title =
    source.kind === 'words' && source.title === 'Brief'
      ? readingTexts.citations.brief
      : source.title;
  const opens = url !== null && /^https?:/i.test(url) && !isOwnAddress(url);
  return (
    <header className="flex min-w-0 flex-col gap-1.5">
      {/* A calculation names no source but its inputs. */}
      {(title !== '' || derivation === null) && (
        <p dir="auto" className="wrap-anywhere font-medium">
          {title || readingTexts.citations.unnamed}
          {place !== null && place !== title && (
            <span className="font-normal text-muted"> · {namePlace(place)}</span>
          )}
        </p>
      )}
      {(url !== null || fetchedAt !== null) && (
        <p className="wrap-anywhere text-muted text-sm">
          {url !== null && url !== title && url}
          {fetchedAt !== null && (
            <time dateTime={fetchedAt} title={formatMoment(fetchedAt)} className="block">
              {texts.archived(formatDay(fetchedAt))}
            </time>
          )}
        </p>
      )}
      <div className="-ms-2 flex flex-wrap gap-1 empty:hidden">
        {actions}
        {opens && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={buttonStyle('quiet', 'small')}
          >
            <ExternalLink aria-hidden className="size-3.5" />
            {texts.original}
            <span className="sr-only">{readingTexts.markdown.outside}</span>
          </a>
        )}
      </div>
    </header>
  );
}

/** The PDF reader is large, so it loads with the first PDF. */
const pdfSource = defer(() => import('./pdf-source.tsx'));

interface SourceBodyProps<S extends ShownSource> {
  source: S;
  loader: SourceLoader<S>;
  footnotes: readonly CitedFootnote[];
  /** Shows the source of another footnote, such as that of an input of a derivation. */
  onShow: (footnote: string) => void;
}

/**
 * Shows a source by its kind: a page of a PDF, rows of a sheet, a query's result, a text, or the
 * cited words.
 */
function SourceBody<S extends ShownSource>({
  source,
  loader,
  footnotes,
  onShow,
}: SourceBodyProps<S>) {
  const { problem, derivation } = source;
  const renderInput = (label: string) => (
    <button type="button" onClick={() => onShow(label)} className={linkStyle}>
      {readingTexts.derivation.footnote(findFootnote(footnotes, label)?.number ?? label)}
    </button>
  );
  return (
    <>
      {problem !== null && <SourceNote>{texts.problems[problem]}</SourceNote>}
      {derivation && <DerivationView derivation={derivation} renderSource={renderInput} />}
      <Material source={source} loader={loader} />
    </>
  );
}

function Material<S extends ShownSource>({
  source,
  loader,
}: Pick<SourceBodyProps<S>, 'source' | 'loader'>) {
  const { pdf, range, table, text, kind, problem, derivation } = source;
  const parts = pdfSource.useModule(pdf !== null);
  if (pdf !== null) {
    return parts ? (
      <parts.PdfSource source={source} loader={loader} />
    ) : (
      <Skeleton className="aspect-210/297 w-full" />
    );
  }
  if (range !== null) return <CitedRows range={range} source={source} />;
  if (table !== null) return <QueryResult source={source} table={table} />;
  if (text !== null) return <PassageText source={source} text={text} />;
  return (
    <>
      {kind === 'words' && problem === null && derivation === null && (
        <SourceNote>{texts.wordsOnly}</SourceNote>
      )}
      <CitedWords source={source} />
    </>
  );
}

/** The words of the source, or else those that the document quotes. */
function CitedWords({ source: { passage, quote, derivation } }: { source: ShownSource }) {
  const words = passage ?? quote;
  if (words === null) return null;
  return (
    <figure className="min-w-0">
      <figcaption className="mb-0.5 text-muted text-xs">
        {derivation === null ? texts.quoted : texts.calculation}
      </figcaption>
      <blockquote dir="auto" className="wrap-anywhere border-s-2 ps-3 leading-relaxed">
        {words}
      </blockquote>
    </figure>
  );
}

/**
 * Shows the cited cells of a sheet between the rows around them, under the heads of its columns.
 */
function CitedRows({ range, source }: { range: CitedRange; source: ShownSource }) {
  const { title, passage, quote } = source;
  const { sheet, columns, firstRow, rows, rowCount, citedRow, citedColumns } = range;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {citedRow === null && (passage ?? quote) !== null && (
        <SourceNote>{texts.range.notFound}</SourceNote>
      )}
      <DataGrid
        caption={texts.range.caption(title)}
        columns={columns}
        rows={rows}
        firstRow={firstRow}
        highlighted={citedRow ?? undefined}
        highlightedColumns={citedColumns}
        mayHoldShares={sheet !== null}
      />
      <p className="figures text-muted text-sm">
        {texts.range.rows(firstRow, firstRow + Math.max(0, rows.length - 1), rowCount)}
      </p>
    </div>
  );
}

type ResultTable = NonNullable<PortalSource['table']>;

function QueryResult({
  source: { title, sql },
  table,
}: {
  source: ShownSource;
  table: ResultTable;
}) {
  const { rows, truncated } = table;
  const columns = table.columns.map((name, at) => ({ name, type: typeOf(rows, at), unit: null }));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <DataGrid
        caption={texts.query.caption(title)}
        columns={columns}
        rows={rows}
        className="max-h-[60dvh]"
      />
      {truncated && <p className="text-muted text-sm">{texts.query.truncated(rows.length)}</p>}
      {sql && <CodeBlock label={texts.query.sql} code={sql} />}
    </div>
  );
}

const typeOf = (rows: ResultTable['rows'], at: number) =>
  rows.some((row) => typeof row[at] === 'number') ? ('number' as const) : ('text' as const);

interface SourceKeys {
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  onClose: () => void;
}

/**
 * The controls in the viewer and those that lead to it. A step changes nothing but the shown
 * source.
 */
const among = '[data-source-viewer] button, .call';

/**
 * `>` and `<` step through the sources of the text. Escape closes the viewer from everywhere on the
 * page.
 */
function useSourceKeys({ previous, next, onClose }: SourceKeys): void {
  const toKey = (key: string, does: string, act: (() => void) | undefined): PageShortcut[] =>
    act ? [{ key, does, act, among }] : [];
  usePageShortcuts([
    ...toKey('>', texts.keys.next, next),
    ...toKey('<', texts.keys.previous, previous),
  ]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isKeyOwned()) onClose();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [onClose]);
}
