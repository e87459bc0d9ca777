import { ListPlus, Sparkles } from 'lucide-react';
import { taskTexts } from '../../texts/en/tasks.ts';
import { Button } from '../../ui/buttons/button.tsx';

/** Explains what happens without tasks, which are optional (PLN-1). Offers to add one if `onAdd` is given. */
export function NoTasks({ onAdd }: { onAdd?: (() => void) | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border border-dashed p-4">
      <Sparkles aria-hidden className="size-5 shrink-0 text-accent-text" />
      <div className="min-w-52 flex-1">
        <p className="font-medium">{taskTexts.empty.title}</p>
        <p className="text-muted text-sm">{taskTexts.empty.advice}</p>
      </div>
      {onAdd && (
        <Button onClick={onAdd}>
          <ListPlus aria-hidden className="size-4" />
          {taskTexts.add}
        </Button>
      )}
    </div>
  );
}
