import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { indexCitations, type NumberedCitation } from '../../domain/citations/index-citations.ts';
import { citationsQuery, type Deliverable, versionsQuery } from '../../domain/deliverables/queries.ts';
import { readDocument } from '../../domain/markdown/read-document.ts';
import { nameSlug } from '../../format/name-slug.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import type { Selection } from './citations/citation-list.tsx';
import { createEvidenceControl } from './citations/evidence-control.ts';
import { showInText } from './citations/show-in-text.ts';
import type { PanelTab } from './panel-tab.ts';

/** Returns the state of one version that the parts of the reading view share. */
export function useReading(deliverable: Deliverable, onTab: (tab: PanelTab | null) => void) {
  const { engagementId, filename, version, content } = deliverable;
  const { data: versions } = useQuery(versionsQuery(engagementId, filename));
  const found = useQuery(citationsQuery(engagementId, filename, version));
  const document = useMemo(() => readDocument(content), [content]);
  const facts = useMemo(() => new Map(document.facts), [document]);
  const citations = useMemo(
    () => found.data && indexCitations(found.data.citations, found.data.complete, document.body),
    [found.data, document],
  );
  const [selected, setSelected] = useState<Selection | null>(null);
  const article = useRef<HTMLElement>(null);
  const [control] = useState(createEvidenceControl);
  const show = (citation: NumberedCitation) => {
    if (article.current && !showInText(article.current, citation)) showDoneToast(readingTexts.citations.notInText);
  };
  return {
    text: document.body,
    title: document.title ?? facts.get('title') ?? nameSlug(filename),
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
    /** Shows a citation in the text and opens its evidence. */
    showEvidence(citation: NumberedCitation) {
      show(citation);
      const trigger = article.current?.querySelector<HTMLElement>(`[data-citation="${citation.index}"]`);
      if (trigger?.getAttribute('aria-expanded') === 'false') trigger.click();
    },
  };
}

export type ReadingState = ReturnType<typeof useReading>;
