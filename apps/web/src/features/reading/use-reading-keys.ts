import { useNavigate } from '@tanstack/react-router';
import { type PageShortcut, usePageShortcuts } from '../../shell/page-shortcuts.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { goToSection } from './outline.tsx';
import { findCurrent, type HeadingEntry } from './use-headings.ts';
import type { Neighbours } from './use-neighbours.ts';

const texts = readingTexts.keys;

interface ReadingKeys {
  engagementId: string;
  neighbours: Neighbours;
  headings: readonly HeadingEntry[];
  onTogglePanel: () => void;
}

/** `j` and `k` go through the deliverables, `[` and `]` through the sections, `p` shows and hides the panel. */
export function useReadingKeys({ engagementId, neighbours, headings, onTogglePanel }: ReadingKeys): void {
  const navigate = useNavigate();
  const open = (filename: string | undefined) => {
    if (filename === undefined) return;
    const params = { engagementId, filename };
    void navigate({ to: '/engagements/$engagementId/deliverables/$filename', params, search: {} });
  };
  const step = (by: 1 | -1) => {
    // The one that was jumped to last has the focus, also while the page still scrolls there.
    const focused = headings.findIndex(({ id }) => id === document.activeElement?.id);
    const at = focused === -1 ? headings.findIndex(({ id }) => id === findCurrent(headings)) : focused;
    const target = headings[at + by];
    if (target) goToSection(target.id);
    else if (by === -1) scrollTo({ top: 0 });
  };
  const shortcuts: PageShortcut[] = [
    { key: 'j', does: texts.next, act: () => open(neighbours.next) },
    { key: 'k', does: texts.previous, act: () => open(neighbours.previous) },
    { key: ']', does: texts.nextSection, act: () => step(1) },
    { key: '[', does: texts.previousSection, act: () => step(-1) },
    { key: 'p', does: texts.details, act: onTogglePanel },
  ];
  usePageShortcuts(shortcuts);
}
