import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Deliverable } from '../../../domain/deliverables/queries.ts';
import { figuresQuery } from '../../../domain/figures/queries.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { type PageShortcut, usePageShortcuts } from '../../../ui/keys/page-shortcuts.ts';
import { showDoneToast } from '../../../ui/toasts/tell.ts';
import type { ReadingState } from '../use-reading.ts';
import { listOpenPoints, type OpenPoint } from './list-open-points.ts';

const texts = readingTexts.openPoints;
/** The marks in the text, which take the focus. */
const places = '[data-citation]';

/** The open points of a version, and steps from one to the next, by `n` and `b` too. */
export function useOpenPoints({ engagementId, filename, version }: Deliverable, reading: ReadingState) {
  const { citations, latest, article } = reading;
  // The ledger is about the latest versions.
  const { data: figures = [] } = useQuery({ ...figuresQuery(engagementId), enabled: version === latest });
  const points = listOpenPoints(citations?.all ?? [], version === latest ? figures : [], filename);
  const [chosen, setAt] = useState<number | null>(null);
  // The ledger is read again after a run, and may then have fewer points.
  const at = chosen !== null && chosen < points.length ? chosen : null;
  const show = (point: OpenPoint) => {
    if (point.kind === 'citation') return reading.showEvidence(point.citation);
    void showFigure(article.current, point, filename);
  };
  const step = (by: 1 | -1) => {
    const start = by === 1 ? -1 : 0;
    const next = ((at ?? start) + by + points.length) % points.length;
    const point = points[next];
    if (!point) return;
    setAt(next);
    show(point);
  };
  const keys: PageShortcut[] = [
    { key: 'n', does: texts.next, act: () => step(1), among: places },
    { key: 'b', does: texts.previous, act: () => step(-1), among: places },
  ];
  usePageShortcuts(points.length > 0 ? keys : []);
  return { points, at, step };
}

/** Shows where the document states a figure. The code loads when a reader asks for it. */
async function showFigure(
  article: HTMLElement | null,
  { figure }: Extract<OpenPoint, { kind: 'conflict' }>,
  filename: string,
): Promise<void> {
  const { showConflict } = await import('./show-conflict.ts');
  const isFound = article !== null && showConflict(article, figure, filename);
  if (!isFound) showDoneToast(readingTexts.citations.notInText);
}
