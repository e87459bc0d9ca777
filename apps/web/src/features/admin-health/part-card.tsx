import type { AdminHealth } from '@ecp/contract/reach/service';
import { Cpu, Database, Zap } from 'lucide-react';
import { formatLatency } from '../../format/format.ts';
import { adminHealthTexts } from '../../texts/en/admin-health.ts';
import { classNames } from '../../ui/class-names.ts';
import { Badge, type Tone } from '../../ui/states/badge.tsx';
import type { PartName } from './queries.ts';

type PartState = AdminHealth['database'];

const icons = { database: Database, cache: Zap, engine: Cpu };
const tones: Record<PartState['status'], Tone> = {
  healthy: 'good',
  degraded: 'warn',
  down: 'danger',
  not_configured: 'neutral',
};

interface PartCardProps {
  part: PartName;
  state: PartState;
  /** The current state is unknown, so the card is paler. */
  isStale: boolean;
}

/** Shows one part of the service: whether it answers, and how fast. */
export function PartCard({ part, state: { status, latencyMs }, isStale }: PartCardProps) {
  const Icon = icons[part];
  return (
    <li className={classNames('rounded-xl border p-4', isStale ? 'border-dashed' : 'bg-surface')}>
      <div className="flex items-center gap-2.5">
        <Icon aria-hidden className="size-4 text-muted" />
        <h2 className="flex-1 font-semibold">{adminHealthTexts.parts[part]}</h2>
        <Badge tone={tones[status]} dot>
          {adminHealthTexts.status[status]}
        </Badge>
      </div>
      <p className="figures mt-3 font-semibold text-xl tracking-tight">
        {latencyMs === null ? '–' : formatLatency(latencyMs)}
        <span className="sr-only"> {latencyMs === null ? adminHealthTexts.noLatency : ''}</span>
      </p>
      <p className="mt-1 text-muted text-sm">{explain(part, status)}</p>
    </li>
  );
}

function explain(part: PartName, status: PartState['status']): string {
  if (part === 'cache' && status === 'not_configured') return adminHealthTexts.notConfiguredCache;
  if (part === 'engine' && status === 'down') return adminHealthTexts.engineDown;
  if (part === 'cache' && status === 'down') return adminHealthTexts.cacheDown;
  return adminHealthTexts.partMeaning[part];
}
