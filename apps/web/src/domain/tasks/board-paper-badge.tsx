import { boardPaperTexts } from '../../texts/en/findings/board-paper.ts';
import { Badge } from '../../ui/states/badge.tsx';
import { boardPaperLabel } from './board-paper-label.ts';

/** Marks the board paper and its task, unless the name beside it already says so. */
export function BoardPaperBadge({ name }: { name: string }) {
  const label = boardPaperLabel(name);
  if (label === null) return null;
  return (
    <span title={boardPaperTexts.hint}>
      <Badge tone="accent">{label}</Badge>
    </span>
  );
}
