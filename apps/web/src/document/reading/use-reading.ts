import { nameSources } from '@ecp/markdown/name-sources';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  citationsQuery,
  type Deliverable,
  titleOf,
  titlesOf,
  versionsQuery,
} from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { readingTexts } from '../../base/texts/reading.ts';
import { showDoneToast, showErrorToast } from '../../base/ui/toasts/show-toast.ts';
import { readDocument } from '../../shared/markdown/read-document.ts';
import type { FoundWords } from '../../shared/search/found-words.ts';
import { indexCitations, type NumberedCitation } from './citations/citation-index.ts';
import type { Selection } from './citations/citation-list.tsx';
import { createEvidenceControl } from './citations/evidence-control.ts';
import { showInText } from './citations/show-in-text.ts';
import type { PanelTab } from './reading-context.ts';

/** Returns the state of one version that the parts of the reading view share. */
export function useReading(deliverable: Deliverable, onTab: (tab: PanelTab | null) => void) {
  const { engagementId, filename, version, content } = deliverable;
  const { data: versions } = useQuery(versionsQuery(engagementId, filename));
  const found = useQuery(citationsQuery(engagementId, filename, version));
  const document = useMemo(() => readDocument(content), [content]);
  const facts = useMemo(() => new Map(document.facts), [document]);
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const text = useMemo(
    () => nameSources(document.body, titlesOf(engagement)),
    [document, engagement],
  );
  const citations = useMemo(
    () => found.data && indexCitations(found.data.citations, found.data.complete, document.body),
    [found.data, document],
  );
  const [selected, setSelected] = useState<Selection | null>(null);
  const article = useRef<HTMLElement>(null);
  const [control] = useState(createEvidenceControl);
  const show = (citation: NumberedCitation) => {
    if (article.current && !showInText(article.current, citation))
      showDoneToast(readingTexts.citations.notInText);
  };
  return {
    text,
    title: document.title ?? facts.get('title') ?? titleOf(filename, engagement),
    facts,
    latest: versions?.[0]?.version ?? version,
    citations,
    found,
    selected,
    article,
    control,
    showInList({ index }: NumberedCitation) {
      setSelected({ index });
      onTab('citations');
    },
    showInText: show,
    showEvidence(citation: NumberedCitation) {
      show(citation);
      const trigger = article.current?.querySelector<HTMLElement>(
        `[data-citation="${citation.index}"]`,
      );
      if (trigger?.getAttribute('aria-expanded') === 'false') trigger.click();
    },
  };
}

export type ReadingState = ReturnType<typeof useReading>;

/** Shows the words of an address in the text. The code for it loads with the first words. */
export function useFoundWords(
  { article, found }: ReadingState,
  { words = '', near = '' }: FoundWords,
): void {
  // Before, the footnotes are other elements, and the marks would go with them.
  const isSettled = !found.isPending;
  useEffect(() => {
    if (!isSettled || words === '') return;
    let isOver = false;
    import('./show-words.ts').then(({ showFoundWords }) => {
      if (!isOver && article.current) showFoundWords(article.current, { words, near });
    }, showErrorToast);
    return () => {
      isOver = true;
    };
  }, [article, isSettled, words, near]);
}

/**
 * Returns the focus to the call of a footnote when its source is closed, without showing the
 * evidence again.
 */
export function useReturnedFocus(
  { article, control, citations }: ReadingState,
  footnote: string | null,
): void {
  const last = useRef<string>(null);
  useEffect(() => {
    const closed = footnote === null ? last.current?.toLowerCase() : undefined;
    last.current = footnote;
    // Elsewhere, the reader has gone on already.
    if (closed === undefined || document.activeElement !== document.body) return;
    const citation = citations?.all.find((one) => one.footnote?.toLowerCase() === closed);
    const call =
      citation &&
      article.current?.querySelector<HTMLElement>(`[data-citation="${citation.index}"]`);
    if (!call) return;
    control.returning.current = true;
    call.focus({ preventScroll: true });
  }, [article, control, citations, footnote]);
}
