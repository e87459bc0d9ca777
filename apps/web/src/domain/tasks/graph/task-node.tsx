import { taskTexts } from '../../../texts/en/tasks.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useAgentName } from '../../agents/use-agent-name.ts';
import type { TaskAppearance } from '../task-appearance.ts';
import { TaskIcon } from '../task-icon.tsx';

interface TaskNodeProps {
  name: string;
  number: number;
  agent: string | null;
  /** The cost of the task in words. */
  cost: string | undefined;
  look: TaskAppearance | undefined;
  wrong: boolean;
  selected: boolean;
  onSelect: (() => void) | undefined;
}

/** A task in the graph, as a card. The card is a button if `onSelect` is given. */
export function TaskNode({ name, number, agent, cost, look, wrong, selected, onSelect }: TaskNodeProps) {
  const agentName = useAgentName(agent);
  const style = classNames(
    'flex size-full flex-col justify-between rounded-lg border bg-surface px-2.5 py-2 text-left',
    wrong ? 'border-danger' : selected ? 'border-accent-text ring-1 ring-accent-text' : 'border-line-strong/60',
    onSelect && 'hover:bg-hover',
  );
  const words = (
    <>
      <span className="flex w-full items-start gap-1.5">
        <span className="wrap-anywhere line-clamp-2 min-w-0 flex-1 font-medium text-[0.8125rem] leading-4.5">
          <span className="figures text-muted">{number}. </span>
          {name}
        </span>
        {look && (
          <>
            <TaskIcon look={look} />
            <span className="sr-only">{taskTexts.graph.states[look]}</span>
          </>
        )}
      </span>
      <span className="flex w-full items-baseline gap-2 text-muted text-xs">
        <span className="min-w-0 flex-1 truncate">{agentName ?? taskTexts.agentPlaceholder}</span>
        {cost && <span className="figures shrink-0">{cost}</span>}
      </span>
    </>
  );
  return onSelect ? (
    <button type="button" aria-pressed={selected} title={name} onClick={onSelect} className={style}>
      {words}
    </button>
  ) : (
    <div title={name} className={style}>
      {words}
    </div>
  );
}
