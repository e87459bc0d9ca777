import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { numberFootnotes } from '../../../domain/citations/number-footnotes.ts';
import { SourceViewer } from '../../../domain/source-viewer/source-viewer.tsx';
import { useKeptPlace } from '../../../domain/source-viewer/use-kept-place.ts';
import { portalSources, type SharedDocument } from '../portal-client.ts';
import { usePortal } from '../portal-context.ts';
import type { ShownSource } from './use-shown-source.ts';

interface PortalSourceProps {
  document: SharedDocument;
  article: RefObject<HTMLElement | null>;
  source: ShownSource;
}

/** Shows the source of a footnote beside the text of a client (SRC-1). Renders nothing while none is chosen. */
export function PortalSource({ document: shared, article, source }: PortalSourceProps) {
  const { token } = usePortal();
  const { filename, version, content } = shared;
  useKeptPlace(article);
  const loader = useMemo(() => portalSources({ token, filename, version }), [token, filename, version]);
  const footnotes = useMemo(
    () => [...numberFootnotes(content)].map(([label, number]) => ({ label, number })),
    [content],
  );
  const { footnote } = source;
  useCallInView(article, footnote);
  if (footnote === null) return null;
  return (
    <SourceViewer
      loader={loader}
      footnote={footnote}
      footnotes={footnotes}
      onShow={source.open}
      onClose={source.close}
    />
  );
}

/** Keeps the call of a footnote in view beside its source, and returns the focus to it when that is closed. */
function useCallInView(article: RefObject<HTMLElement | null>, footnote: string | null): void {
  const last = useRef<string>(null);
  useEffect(() => {
    const closed = footnote === null ? last.current : null;
    last.current = footnote;
    const find = (label: string) => article.current?.querySelector<HTMLElement>(`[data-call="${CSS.escape(label)}"]`);
    // The page leaves room for the viewer once it has been measured.
    if (footnote !== null) requestAnimationFrame(() => find(footnote)?.scrollIntoView({ block: 'nearest' }));
    // Elsewhere, the reader has gone on already.
    if (closed === null || document.activeElement !== document.body) return;
    find(closed)?.focus({ preventScroll: true });
  }, [article, footnote]);
}
