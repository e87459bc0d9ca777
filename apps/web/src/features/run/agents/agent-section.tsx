import { lazy, Suspense, useMemo, useState } from 'react';
import { useAgentNames } from '../../../domain/agents/use-agent-name.ts';
import { isActive } from '../../../domain/engagements/is-active.ts';
import { areTasksComing, type RunView } from '../../../domain/runs/use-run-view.ts';
import { runTexts } from '../../../texts/en/run.ts';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { RunSection } from '../run-section.tsx';
import { AgentList } from './agent-list.tsx';
import { ConsultationDialog } from './consultation-dialog.tsx';
import { describeAgents } from './describe-agents.ts';

const texts = runTexts.agents;
const AgentGraph = lazy(async () => ({ default: (await import('./agent-graph.tsx')).AgentGraph }));

/** The placeholder has the height of the graph. */
const waiting = <Skeleton className="h-90 w-full" />;

/** Shows the agents of the run as a graph of consultations and as a list. Renders nothing for a run without tasks. */
export function AgentSection({ view }: { view: RunView }) {
  const { projection, status, openQuestions } = view;
  const nameOf = useAgentNames();
  const [chosen, setChosen] = useState({ id: '', open: false });
  const choose = (id: string) => setChosen({ id, open: true });
  const { tasks, consultations } = projection;
  // Memoised, because cost and log events are much more frequent than changes of the agents.
  const { agents, links } = useMemo(
    () => describeAgents({ tasks, consultations }, status, openQuestions),
    [tasks, consultations, status, openQuestions],
  );
  const isComing = areTasksComing(view);
  if (agents.length === 0 && !isComing) return null;
  const link = links.find(({ id }) => id === chosen.id) ?? null;
  return (
    <RunSection title={texts.title} beside={<p className="w-full text-muted text-sm">{texts.description}</p>}>
      <div className="grid lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 border-b bg-canvas p-2 lg:border-r lg:border-b-0">
          <Suspense fallback={waiting}>
            {isComing ? (
              waiting
            ) : (
              <AgentGraph agents={agents} links={links} taskCount={tasks.length} nameOf={nameOf} onOpen={choose} />
            )}
          </Suspense>
        </div>
        <AgentList agents={agents} links={links} isActive={isActive(status)} nameOf={nameOf} onOpen={choose} />
      </div>
      <ConsultationDialog
        open={chosen.open}
        link={link}
        tasks={tasks}
        nameOf={nameOf}
        onClose={() => setChosen({ ...chosen, open: false })}
      />
    </RunSection>
  );
}
