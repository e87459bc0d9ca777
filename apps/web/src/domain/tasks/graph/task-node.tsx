import { taskTexts } from '../../../texts/en/tasks.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useAgentName } from '../../agents/use-agent-name.ts';

interface TaskNodeProps {
  name: string;
  number: number;
  agent: string | null;
  wrong: boolean;
  selected: boolean;
  onSelect: (() => void) | undefined;
}

/** A task in the graph, as a card. The card is a button if `onSelect` is given. */
export function TaskNode({ name, number, agent, wrong, selected, onSelect }: TaskNodeProps) {
  const agentName = useAgentName(agent);
  const style = classNames(
    'flex h-13 w-42 flex-col justify-center rounded-lg border bg-surface px-2.5 text-left text-xs',
    wrong ? 'border-danger' : selected ? 'border-accent-text ring-1 ring-accent-text' : 'border-line-strong/50',
    onSelect && 'hover:bg-hover',
  );
  const words = (
    <>
      <span className="truncate font-medium">{`${number}. ${name}`}</span>
      <span className="truncate text-muted">{agentName ?? taskTexts.agentPlaceholder}</span>
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
