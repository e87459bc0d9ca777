import { ArrowRight } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { isActive } from '../../base/api/engagement-queries.ts';
import { useAgentNames } from '../../base/api/firm-queries.ts';
import { formatClock, formatUsd } from '../../base/format/format.ts';
import { Dialog } from '../../base/ui/dialogs/dialog.tsx';
import { Skeleton } from '../../base/ui/states.tsx';
import type { ConsultationProjection, TaskProjection } from '../../shared/live/run-projection.ts';
import { areTasksComing, type RunView } from '../run-view.ts';
import {
  type AgentActivity,
  AgentAvatar,
  type AgentLink,
  describeActivity,
  describeAgents,
} from './agent-activity.tsx';
import { RunSection } from './run-section.tsx';
import { runTexts } from './texts.ts';

const texts = runTexts.agents;
const AgentGraph = lazy(async () => ({ default: (await import('./agent-graph.tsx')).AgentGraph }));

/** The placeholder has the height of the graph. */
const waiting = <Skeleton className="h-90 w-full" />;

/**
 * Shows the agents of the run as a graph of consultations and as a list. Renders nothing for a run
 * without tasks.
 */
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
    <RunSection
      title={texts.title}
      beside={<p className="w-full text-muted text-sm">{texts.description}</p>}
    >
      <div className="grid lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 border-b bg-canvas p-2 lg:border-r lg:border-b-0">
          <Suspense fallback={waiting}>
            {isComing ? (
              waiting
            ) : (
              <AgentGraph
                agents={agents}
                links={links}
                taskCount={tasks.length}
                nameOf={nameOf}
                onOpen={choose}
              />
            )}
          </Suspense>
        </div>
        <AgentList
          agents={agents}
          links={links}
          isActive={isActive(status)}
          nameOf={nameOf}
          onOpen={choose}
        />
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

interface AgentListProps {
  agents: readonly AgentActivity[];
  links: readonly AgentLink[];
  isActive: boolean;
  nameOf: (slug: string) => string;
  onOpen: (linkId: string) => void;
}

/** The content of the graph in words: which agents work on what, and which consulted each other. */
function AgentList({ agents, links, isActive, nameOf, onOpen }: AgentListProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4 p-4 lg:h-94 lg:overflow-y-auto">
      <ul aria-label={texts.list} className="flex flex-col gap-3">
        {agents.map((part) => (
          <li key={part.slug} className="flex items-center gap-2.5">
            <AgentAvatar name={nameOf(part.slug)} isWorking={part.isWorking} />
            <div className="min-w-0">
              <p className="truncate font-medium text-sm">{nameOf(part.slug)}</p>
              <p className="text-muted text-xs">{describeActivity(part)}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="border-t pt-3">
        <h3 className="font-medium text-sm">{texts.consultations}</h3>
        {links.length === 0 && (
          <p className="mt-1 text-muted text-sm">
            {isActive ? texts.noConsultations : texts.noneAsked}
          </p>
        )}
        <ul className="-mx-2 mt-1 flex flex-col">
          {links.map(({ id, from, to, consultations }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => onOpen(id)}
                className="flex w-full items-center gap-2 rounded-lg px-2 py-1.5 text-left text-sm hover:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  {nameOf(from)} <ArrowRight aria-hidden className="inline size-3.5 text-muted" />
                  <span className="sr-only"> → </span> {nameOf(to)}
                </span>
                <span className="figures text-muted text-xs">
                  {texts.times(consultations.length)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

interface ConsultationDialogProps {
  open: boolean;
  link: AgentLink | null;
  tasks: readonly TaskProjection[];
  nameOf: (slug: string) => string;
  onClose: () => void;
}

function ConsultationDialog({ open, link, tasks, nameOf, onClose }: ConsultationDialogProps) {
  if (!link) return null;
  return (
    <Dialog
      wide
      open={open}
      onClose={onClose}
      title={texts.asked(nameOf(link.from), nameOf(link.to))}
    >
      <ol className="flex flex-col gap-4">
        {link.consultations.map((consultation) => (
          <Consultation
            key={consultation.id}
            consultation={consultation}
            task={tasks.find(({ id }) => id === consultation.taskId)?.name ?? consultation.taskId}
          />
        ))}
      </ol>
    </Dialog>
  );
}

function Consultation({
  consultation,
  task,
}: {
  consultation: ConsultationProjection;
  task: string;
}) {
  const { question, answer, cost, reused, at } = consultation;
  return (
    <li className="rounded-xl border">
      <p className="figures flex flex-wrap justify-between gap-x-4 border-b px-4 py-2 text-muted text-sm">
        <span>{texts.forTask(task)}</span>
        <span>
          <time dateTime={at}>{formatClock(at)}</time> · {reused ? texts.free : formatUsd(cost)}
        </span>
      </p>
      <div className="flex flex-col gap-3 px-4 py-3">
        <div>
          <h3 className="text-muted text-sm">{texts.question}</h3>
          <p className="whitespace-pre-wrap">{question}</p>
        </div>
        <div>
          <h3 className="text-muted text-sm">{texts.answer}</h3>
          <p className="whitespace-pre-wrap">{answer ?? texts.noAnswer}</p>
        </div>
      </div>
    </li>
  );
}
