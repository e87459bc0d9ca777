import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Deliverable } from '../../../domain/deliverables/queries.ts';
import { conflictsQuery } from '../../../domain/figures/conflicts.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { type PageShortcut, usePageShortcuts } from '../../../ui/keys/page-shortcuts.ts';
import { showDoneToast } from '../../../ui/toasts/tell.ts';
import type { ReadingState } from '../use-reading.ts';
import { listOpenPoints, type OpenPoint } from './list-open-points.ts';

const texts = readingTexts.openPoints;
/** The marks in the text, which take the focus. */
const places = '[data-citation]';

/** The open points of a version, and steps from one to the next, by `n` and `b` too. */
export function useOpenPoints(
  { engagementId, filename, version, conflicts: counted }: Deliverable,
  reading: ReadingState,
) {
  const { citations, latest, article } = reading;
  // Conflicts are those of the latest versions.
  const { data } = useQuery({ ...conflictsQuery(engagementId), enabled: version === latest });
  const points = listOpenPoints(citations?.all ?? [], version === latest ? (data ?? []) : [], filename);
  const [chosen, setAt] = useState<number | null>(null);
  // Conflicts are read again after a run, and may then be fewer.
  const at = chosen !== null && chosen < points.length ? chosen : null;
  const show = (point: OpenPoint) => {
    if (point.kind === 'citation') return reading.showEvidence(point.citation);
    void showValue(article.current, point, filename);
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
  const listed = points.filter(({ kind }) => kind === 'conflict').length;
  return { points, at, step, conflicts: data ? listed : counted };
}

/** Shows where the document gives a value of a conflict. The code loads when a reader asks for it. */
async function showValue(
  article: HTMLElement | null,
  { conflict }: Extract<OpenPoint, { kind: 'conflict' }>,
  filename: string,
): Promise<void> {
  const { showConflict } = await import('./show-conflict.ts');
  const isFound = article !== null && showConflict(article, conflict, filename);
  if (!isFound) showDoneToast(readingTexts.citations.notInText);
}
