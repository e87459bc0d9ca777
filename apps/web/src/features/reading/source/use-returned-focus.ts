import { useEffect, useRef } from 'react';
import type { ReadingState } from '../use-reading.ts';

/** Returns the focus to the call of a footnote when its source is closed, without showing the evidence again. */
export function useReturnedFocus({ article, control, citations }: ReadingState, footnote: string | null): void {
  const last = useRef<string>(null);
  useEffect(() => {
    const closed = footnote === null ? last.current?.toLowerCase() : undefined;
    last.current = footnote;
    // Elsewhere, the reader has gone on already.
    if (closed === undefined || document.activeElement !== document.body) return;
    const citation = citations?.all.find((one) => one.footnote?.toLowerCase() === closed);
    const call = citation && article.current?.querySelector<HTMLElement>(`[data-citation="${citation.index}"]`);
    if (!call) return;
    control.returning.current = true;
    call.focus({ preventScroll: true });
  }, [article, control, citations, footnote]);
}
