import { Popover } from '@base-ui/react/popover';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListTree, MoveDown, TriangleAlert } from 'lucide-react';
import { useContext, useMemo } from 'react';
import { figuresQuery, type LedgerFigure } from '../../../base/api/document-queries.ts';
import { listed } from '../../../base/format/words.ts';
import { readingTexts } from '../../../base/texts/reading.ts';
import { Badge } from '../../../base/ui/badges.tsx';
import { Button, buttonStyle, linkStyle } from '../../../base/ui/buttons.tsx';
import { stickyPx } from '../../../base/ui/layout/sticky-bar.ts';
import { NamedScrollBox } from '../../../base/ui/layout/table.tsx';
import { Skeleton } from '../../../base/ui/states.tsx';
import { DerivationView } from '../../../shared/citations/derivation-view.tsx';
import { DataGrid } from '../../../shared/data/data-grid.tsx';
import { recordedQuery } from '../../../shared/data/data-queries.ts';
import { nameQuery, RunAgain, readQueryCitation } from '../../../shared/data/recorded-query.tsx';
import { FigureValues, figureTexts, findFigures, nameByFigures } from '../../figure-values.tsx';
import { ReadingContext } from '../reading-context.ts';
import { CitationEvidence, OpenSource } from './citation-evidence.tsx';
import type { NumberedCitation } from './citation-index.ts';
import { nameCitation, nameSource } from './cited-source.tsx';
import type { EvidenceControl, ShownEvidence } from './evidence-control.ts';
import { findSentence } from './show-in-text.ts';

const texts = readingTexts.citations;

export interface EvidencePopoverProps {
  control: EvidenceControl;
  engagementId: string;
  onShowInList: (citation: NumberedCitation) => void;
}

interface EvidenceWindowProps extends EvidencePopoverProps {
  shown: ShownEvidence | null;
}

export function EvidenceWindow({
  control,
  shown,
  engagementId,
  onShowInList,
}: EvidenceWindowProps) {
  const { popup, returning } = control;
  const place = useMemo(() => shown && placeOfEvidence(shown), [shown]);
  const close = () => {
    const hasFocus = popup.current?.contains(document.activeElement) === true;
    control.hide();
    if (!hasFocus) return;
    returning.current = true;
    shown?.trigger.focus({ preventScroll: true });
  };
  const follow = (open: boolean, { event }: { event: Event }) => {
    // The trigger handles presses on itself.
    const isOwn =
      event.type !== 'keydown' &&
      event.target instanceof Node &&
      shown?.trigger.contains(event.target);
    if (!open && !isOwn) close();
  };
  return (
    <Popover.Root open={shown !== null} onOpenChange={follow}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={place}
          sideOffset={8}
          collisionPadding={paddingOfBars()}
          // Beside the place, the window would cover it where the text fills the width.
          collisionAvoidance={{ fallbackAxisSide: 'none' }}
          onPointerEnter={control.stay}
          onPointerLeave={control.leave}
          className="z-40"
        >
          <Popover.Popup
            ref={(element) => {
              popup.current = element;
            }}
            initialFocus={false}
            finalFocus={false}
            className="w-[min(26rem,calc(100vw-1.5rem))] rounded-xl border bg-surface shadow-black/10 shadow-xl outline-none"
          >
            {shown && (
              <EvidenceOf
                shown={shown}
                engagementId={engagementId}
                onShowInList={onShowInList}
                onClose={close}
              />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Keeps the window off the bars at the edges, such as the one with the button Approve. */
const paddingOfBars = () => ({
  top: stickyPx('top') + edgePx,
  bottom: stickyPx('bottom') + edgePx,
  left: edgePx,
  right: edgePx,
});
const edgePx = 12;

interface EvidenceOfProps extends Pick<EvidencePopoverProps, 'engagementId' | 'onShowInList'> {
  shown: ShownEvidence;
  onClose: () => void;
}

function EvidenceOf({ shown, engagementId, onShowInList, onClose }: EvidenceOfProps) {
  const { citation, footnoteId } = shown;
  return (
    <>
      <Popover.Title className="sr-only">{nameCitation(citation)}</Popover.Title>
      <NamedScrollBox
        label={texts.evidence}
        className="max-h-[min(40dvh,var(--available-height)-4rem)] overflow-y-auto p-4"
      >
        <div className="flex min-w-0 flex-col gap-3">
          <CitationEvidence citation={citation} engagementId={engagementId} />
          <StatementOrigin citation={citation} />
        </div>
      </NamedScrollBox>
      <div className="flex flex-wrap gap-1 border-t p-2">
        <OpenSource citation={citation} onPress={onClose} />
        <Button
          icon={ListTree}
          kind="quiet"
          size="small"
          onClick={() => {
            onClose();
            onShowInList(citation);
          }}
        >
          {texts.showInList}
        </Button>
        {footnoteId !== null && (
          <a href={`#${footnoteId}`} onClick={onClose} className={buttonStyle('quiet', 'small')}>
            <MoveDown aria-hidden className="size-3.5" />
            {texts.toFootnote}
          </a>
        )}
      </div>
    </>
  );
}

/**
 * A sentence of more than this share of the window leaves no room beside it: only its mark stays
 * free then.
 */
const mostOfWindow = 0.4;

/**
 * Returns the place to show evidence at, so that the window never covers the sentence that it is
 * about.
 */
function placeOfEvidence({ trigger, citation }: ShownEvidence) {
  const article = trigger.closest('article');
  const sentence = article && findSentence(article, trigger, citation.claim, citation.quote);
  return {
    contextElement: trigger,
    getBoundingClientRect() {
      const mark = trigger.getBoundingClientRect();
      const whole = sentence?.getBoundingClientRect();
      if (!whole || whole.height > innerHeight * mostOfWindow) return mark;
      const top = Math.min(mark.top, whole.top);
      return new DOMRect(mark.left, top, mark.width, Math.max(mark.bottom, whole.bottom) - top);
    },
  };
}

/** Shows where a statement comes from beyond its quote, and where else its figures appear. */
export function StatementOrigin({ citation }: { citation: NumberedCitation }) {
  const { engagementId, filename } = useContext(ReadingContext);
  const { source, derivation } = citation;
  const { data: figures = [] } = useQuery({
    ...figuresQuery(engagementId),
    enabled: derivation !== null,
  });
  const queryId = source.kind === 'query' ? readQueryCitation(source.title) : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-3 empty:hidden">
      {derivation && (
        <DerivationView
          derivation={nameByFigures(derivation, figures, filename)}
          renderSource={renderSource}
        />
      )}
      {queryId !== undefined && <QueryOrigin queryId={queryId} />}
      <Elsewhere citation={citation} />
    </div>
  );
}

const renderSource = (footnote: string) => <InputSource footnote={footnote} />;

/** Names the footnote of an input with its source, and leads to it. */
function InputSource({ footnote }: { footnote: string }) {
  const { citations } = useContext(ReadingContext);
  const cited = citations.find((one) => one.footnote?.toLowerCase() === footnote.toLowerCase());
  return (
    <>
      <a href={`#fn-${encodeURIComponent(footnote.toLowerCase())}`} className={linkStyle}>
        {readingTexts.citations.number(cited?.number ?? footnote)}
      </a>
      {cited && `, ${nameSource(cited)}`}
    </>
  );
}

const originTexts = readingTexts.origin;
/** Enough to see the figure. The data page has all rows. */
const shownRows = 4;

/**
 * Shows a cited query: its SQL, the first rows of its result, and whether it gives the same now.
 */
function QueryOrigin({ queryId }: { queryId: string }) {
  const { engagementId } = useContext(ReadingContext);
  const { data, isLoadingError } = useQuery(recordedQuery(engagementId, queryId));
  if (isLoadingError) return <p className="text-danger text-sm">{originTexts.noQuery}</p>;
  // The placeholder has the height of the result, so that the window does not grow out of its
  // place.
  if (!data) return <Skeleton className="h-64 w-full" />;
  const { title, sql, columns, rows, rowCount } = data;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {title !== null && <p className="wrap-anywhere font-medium text-sm">{title}</p>}
      <pre className="max-h-20 overflow-y-auto whitespace-pre-wrap rounded-lg bg-sunken p-2.5 font-mono text-xs [overflow-wrap:anywhere]">
        {sql}
      </pre>
      <DataGrid
        caption={originTexts.result(nameQuery(data))}
        columns={columns}
        rows={rows.slice(0, shownRows)}
        className="max-h-32"
      />
      {rowCount > shownRows && (
        <p className="text-muted text-xs">{originTexts.firstRows(shownRows, rowCount)}</p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <RunAgain engagementId={engagementId} queryId={queryId} />
        <Link
          to="/engagements/$engagementId/data"
          params={{ engagementId }}
          search={{ query: queryId }}
          className={`text-sm ${linkStyle}`}
        >
          {originTexts.openQuery}
        </Link>
      </div>
    </div>
  );
}

function Elsewhere({ citation }: { citation: NumberedCitation }) {
  const { engagementId, filename } = useContext(ReadingContext);
  const { data = [] } = useQuery(figuresQuery(engagementId));
  const figures = findFigures(data, filename, citation.claim).filter(
    ({ values }) => values.length > 1,
  );
  if (figures.length === 0) return null;
  return (
    <section
      aria-label={figureTexts.elsewhere.title}
      className="flex min-w-0 flex-col gap-2 border-t pt-3"
    >
      <h3 className="text-muted text-xs">{figureTexts.elsewhere.title}</h3>
      {figures.map((figure) => (
        <OneFigure
          key={figure.id}
          engagementId={engagementId}
          filename={filename}
          figure={figure}
        />
      ))}
    </section>
  );
}

interface OneFigureProps {
  engagementId: string;
  filename: string;
  figure: LedgerFigure;
}

function OneFigure({
  engagementId,
  filename,
  figure: { id, label, period, conflict, values },
}: OneFigureProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to="/engagements/$engagementId/figures"
          params={{ engagementId }}
          search={{ figure: id }}
          className={`wrap-anywhere min-w-0 ${linkStyle}`}
        >
          {listed([label, period])}
        </Link>
        {conflict && (
          <Badge tone="danger">
            <TriangleAlert aria-hidden className="size-3.5" />
            {figureTexts.conflict}
          </Badge>
        )}
      </p>
      <FigureValues
        engagementId={engagementId}
        label={figureTexts.values(label)}
        values={values}
        here={filename}
      />
    </div>
  );
}
