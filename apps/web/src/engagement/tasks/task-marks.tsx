import {
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CirclePause,
  CircleSlash,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  MinusCircle,
} from 'lucide-react';
import { t, translated } from '../../base/language/translate.ts';
import { Badge } from '../../base/ui/badges.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import type { TaskAppearance } from './task-appearance.ts';

const icons: Record<TaskAppearance, { icon: LucideIcon; colour: string }> = {
  waiting: { icon: CircleDashed, colour: 'text-muted' },
  asking: { icon: CircleHelp, colour: 'text-warn' },
  working: { icon: LoaderCircle, colour: 'animate-spin text-accent-text' },
  paused: { icon: CirclePause, colour: 'text-warn' },
  done: { icon: CircleCheck, colour: 'text-good' },
  failed: { icon: CircleX, colour: 'text-danger' },
  skipped: { icon: MinusCircle, colour: 'text-muted' },
  stopped: { icon: CircleSlash, colour: 'text-muted' },
};

/** The state of a task as an icon. Text beside it says the same. */
export function TaskIcon({ look }: { look: TaskAppearance }) {
  const { icon: Icon, colour } = icons[look];
  return <Icon aria-hidden className={classNames('size-4.5 shrink-0', colour)} />;
}

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

/** Texts of the board paper, which concludes from all other documents. */
export const boardPaperTexts = translated({
  label: 'Board paper',
  hint: 'Sums up the documents of all other tasks for the decision-makers',
  write: 'Write the board paper',
  again: 'Write the board paper again',
  busy: 'A run is in progress',
  title: 'Write the board paper?',
  about: (documents: number) =>
    t(
      'One agent reads {documents, plural, one {the document} other {all # documents}} and writes one paper for the decision-makers: the answer first, then the figures, the disagreements between documents, and the open points.',
      { documents },
    ),
  adds: 'The engagement gets a task for it. Nothing else runs.',
  renews: 'It becomes the next version of the paper. Nothing else runs.',
  facts: { price: 'Price', range: 'In nine of ten cases', left: 'Budget left' },
  range: (low: string, high: string) => t('{low} to {high}', { low, high }),
  confirm: 'Write it',
  started: 'Writing the board paper',
});

/** Returns the label of the board paper; null if the name beside it already says the same. */
export const boardPaperLabel = (name: string): string | null =>
  name.trim() === boardPaperTexts.label ? null : boardPaperTexts.label;
