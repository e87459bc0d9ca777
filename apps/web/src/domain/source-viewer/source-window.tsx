import { isApiError } from '@ecp/sdk/create-client';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, FileQuestion, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { sourceTexts as texts } from '../../texts/en/documents/source.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { scrollerProps } from './scroll-to-mark.ts';
import { SourceBody } from './source-body.tsx';
import { SourceHead } from './source-head.tsx';
import { type CitedFootnote, findFootnote, type ShownSource, type SourceLoader } from './source-loader.ts';
import { useSourceKeys } from './use-source-keys.ts';

export interface SourceWindowProps<S extends ShownSource> {
  loader: SourceLoader<S>;
  /** Label of the footnote whose source is shown. */
  footnote: string;
  /** The footnotes to step through, in the order of the text. */
  footnotes: readonly CitedFootnote[];
  onShow: (footnote: string) => void;
  onClose: () => void;
  /** Links and downloads for a source, which depend on the reader. */
  actions?: (source: S) => ReactNode;
}

const pollMs = 2_000;

/** Renders the parts of the viewer. Only `source-viewer.tsx` imports it, when the first source is shown. */
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
      <div {...scrollerProps} className="[scrollbar-gutter:stable] min-h-0 flex-1 overflow-y-auto px-4 py-3">
        {data ? (
          <div className="flex min-w-0 flex-col gap-3">
            <SourceHead source={data} actions={actions?.(data)} />
            <SourceBody key={footnote} source={data} loader={loader} footnotes={footnotes} onShow={onShow} />
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

/** Names the footnote, and leads to its neighbours. It takes the focus when the viewer opens. */
function Bar<S extends ShownSource>({ footnote, footnotes, onShow, onClose }: SourceWindowProps<S>) {
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
      <span aria-live="polite" className="figures ms-auto whitespace-nowrap pe-1 text-muted text-sm">
        {at !== -1 && texts.position(at + 1, footnotes.length)}
      </span>
      <IconButton label={texts.previous} aria-keyshortcuts="Shift+<" disabled={!previous} onClick={previous}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton label={texts.next} aria-keyshortcuts="Shift+>" disabled={!next} onClick={next}>
        <ChevronRight aria-hidden />
      </IconButton>
      <IconButton label={texts.close} aria-keyshortcuts="Escape" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
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
