import { useNavigate } from '@tanstack/react-router';
import { goToSection } from '../../domain/outline/outline.tsx';
import { findCurrent, type HeadingEntry } from '../../domain/outline/use-headings.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { type PageShortcut, usePageShortcuts } from '../../ui/keys/page-shortcuts.ts';
import type { Neighbours } from './use-neighbours.ts';

const texts = readingTexts.keys;

interface ReadingKeys {
  engagementId: string;
  neighbours: Neighbours;
  headings: readonly HeadingEntry[];
  onTogglePanel: () => void;
}

/** `j` and `k` navigate between deliverables, `[` and `]` between sections. `p` toggles the panel. */
export function useReadingKeys({ engagementId, neighbours, headings, onTogglePanel }: ReadingKeys): void {
  const navigate = useNavigate();
  /** Returns a shortcut that opens a file, or none without a file. */
  const toFile = (key: string, does: string, filename: string | undefined): PageShortcut[] => {
    if (filename === undefined) return [];
    const params = { engagementId, filename };
    const to = '/engagements/$engagementId/deliverables/$filename';
    return [{ key, does, act: () => void navigate({ to, params, search: {} }) }];
  };
  const step = (by: 1 | -1) => {
    // The section of the last jump has the focus, even while the page still scrolls to it.
    const focused = headings.findIndex(({ id }) => id === document.activeElement?.id);
    const at = focused === -1 ? headings.findIndex(({ id }) => id === findCurrent(headings)) : focused;
    const target = headings[at + by];
    if (target) goToSection(target.id);
    else if (by === -1) scrollTo({ top: 0 });
  };
  const toSections: PageShortcut[] = [
    { key: ']', does: texts.nextSection, act: () => step(1) },
    { key: '[', does: texts.previousSection, act: () => step(-1) },
  ];
  usePageShortcuts([
    ...toFile('j', texts.next, neighbours.next),
    ...toFile('k', texts.previous, neighbours.previous),
    ...(headings.length > 0 ? toSections : []),
    { key: 'p', does: texts.details, act: onTogglePanel },
  ]);
}
