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
import { classNames } from '../../ui/class-names.ts';
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
