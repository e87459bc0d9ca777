import type { EngagementStatus } from '@ecp/contract/work/engagements';
import { classNames } from '../../base/ui/class-names.ts';
import type {
  ConsultationProjection,
  RunProjection,
  TaskProjection,
} from '../../shared/live/run-projection.ts';
import { appearanceOf } from '../tasks/task-appearance.ts';
import { runTexts } from './texts.ts';

export interface AgentActivity {
  slug: string;
  isWorking: boolean;
  tasks: readonly TaskProjection[];
  /** Number of its tasks that ended without a document. A stopped run ends all that are open. */
  notDone: number;
  /** Number of questions that the agent has answered. `answeredAt` is the time of the last one. */
  answers: number;
  answeredAt: string | null;
}

/** All consultations of one agent by another. */
export interface AgentLink {
  id: string;
  from: string;
  to: string;
  consultations: readonly ConsultationProjection[];
}

/** Returns the agents of a run, lead agents first, and their consultations. */
export function describeAgents(
  { tasks, consultations }: Pick<RunProjection, 'tasks' | 'consultations'>,
  status: EngagementStatus,
  openQuestions: readonly { taskId: string | null }[] = [],
) {
  const slugs = new Set([
    ...tasks.map(({ agent }) => agent),
    ...consultations.flatMap(({ from, to }) => [from, to]),
  ]);
  const asking = new Set(openQuestions.map(({ taskId }) => taskId));
  const agents = [...slugs].map((slug): AgentActivity => {
    const own = tasks.filter(({ agent }) => agent === slug);
    const looks = own.map((task) => appearanceOf(task, status, asking.has(task.id)));
    const isWorking = looks.includes('working');
    const notDone = looks.filter(
      (look) => look === 'failed' || look === 'skipped' || look === 'stopped',
    ).length;
    const answered = consultations.filter(({ to }) => to === slug);
    const [answers, answeredAt] = [answered.length, answered.at(-1)?.at ?? null];
    return { slug, isWorking, tasks: own, notDone, answers, answeredAt };
  });
  return { agents, links: linkAgents(consultations) };
}

function linkAgents(consultations: readonly ConsultationProjection[]): AgentLink[] {
  const links = new Map<string, ConsultationProjection[]>();
  for (const consultation of consultations) {
    const id = `${consultation.from} ${consultation.to}`;
    links.set(id, [...(links.get(id) ?? []), consultation]);
  }
  return [...links].flatMap(([id, asked]) => {
    const [first] = asked;
    return first ? [{ id, from: first.from, to: first.to, consultations: asked }] : [];
  });
}

const texts = runTexts.agents;

export function describeActivity({ tasks, isWorking, notDone, answers }: AgentActivity): string {
  const [current, second] = tasks.filter(
    ({ state }) => state === 'working' || state === 'evaluating' || state === 'evaluated',
  );
  if (isWorking && current)
    return second ? texts.workingOn(tasks.length) : texts.working(current.name);
  const done = tasks.filter(({ state }) => state === 'completed').length;
  if (tasks.length > 0 && done === tasks.length) return texts.done(done);
  if (notDone > 0) return done === 0 ? texts.failed(notDone) : texts.partlyFailed(done, notDone);
  if (tasks.some(({ endedAt }) => endedAt !== null)) return texts.endedOf(done, tasks.length);
  return tasks.length === 0 && answers > 0 ? texts.answered(answers) : texts.idle;
}

/** Initials of an agent, with a filled background while it works. */
export function AgentAvatar({ name, isWorking }: { name: string; isWorking: boolean }) {
  const initials = name
    .split(' ')
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('');
  return (
    <span
      aria-hidden
      className={classNames(
        'flex size-7 shrink-0 items-center justify-center rounded-lg font-semibold text-xs',
        isWorking ? 'bg-accent text-accent-ink' : 'bg-accent-soft text-accent-text',
      )}
    >
      {initials}
    </span>
  );
}
