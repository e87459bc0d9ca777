import { boardPaperTexts } from '../../texts/en/findings/board-paper.ts';
import { Badge } from '../../ui/states/badge.tsx';

/** Marks the task that concludes from all others, and its document, unless the name beside it says so already. */
export function BoardPaperBadge({ name }: { name: string }) {
  if (name.trim() === boardPaperTexts.label) return null;
  return (
    <span title={boardPaperTexts.hint}>
      <Badge tone="accent">{boardPaperTexts.label}</Badge>
    </span>
  );
}
