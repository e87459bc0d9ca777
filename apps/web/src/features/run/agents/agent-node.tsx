import { classNames } from '../../../ui/class-names.ts';
import { AgentAvatar } from './agent-avatar.tsx';

interface AgentNodeProps {
  name: string;
  note: string;
  isWorking: boolean;
  answeredAt: string | null;
}

/** An agent in the graph. It glows while it works, and briefly after it has answered. */
export function AgentNode({ name, note, isWorking, answeredAt }: AgentNodeProps) {
  return (
    <div
      key={answeredAt}
      className={classNames(
        'flex h-15 w-54 items-center gap-2.5 rounded-xl border bg-surface px-2.5',
        isWorking
          ? 'border-accent-text shadow-[0_0_0_3px_var(--accent-soft)]'
          : isFresh(answeredAt) && 'animate-answered',
      )}
    >
      <AgentAvatar name={name} isWorking={isWorking} />
      <div className="min-w-0">
        <p className="truncate font-medium text-xs" title={name}>
          {name}
        </p>
        <p className="truncate text-muted text-xs">{note}</p>
      </div>
    </div>
  );
}

const freshMs = 5_000;
const isFresh = (at: string | null) => at !== null && Date.now() - Date.parse(at) < freshMs;

/** The node of the run, from which the tasks start. */
export function RunNode({ name, note }: { name: string; note: string }) {
  return (
    <div className="flex h-15 w-30 flex-col justify-center rounded-xl border border-dashed bg-sunken px-3">
      <p className="truncate font-medium text-sm">{name}</p>
      <p className="truncate text-muted text-xs">{note}</p>
    </div>
  );
}
