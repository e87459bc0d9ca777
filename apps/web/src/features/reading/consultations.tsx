import { formatUsd } from '../../format/format.ts';
import { useRunEvents } from '../../live/use-run-events.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Deliverable } from '../deliverables/queries.ts';
import { useAgentName } from '../tasks/use-agent-name.ts';
import { PanelPart } from './fact-list.tsx';
import type { NumberedCitation } from './index-citations.ts';
import type { Origin } from './use-origin.ts';

const texts = readingTexts.provenance;

interface ConsultationsProps {
  deliverable: Deliverable;
  origin: Origin;
  citations: readonly NumberedCitation[];
}

/** Whom the author asked, and what: events are at hand of the newest run; answers as far as the text quotes them. */
export function Consultations({ deliverable, origin, citations }: ConsultationsProps) {
  const { engagementId, taskId } = deliverable;
  const { run, isNewestRun } = origin;
  const { events, connection, error, retry } = useRunEvents(engagementId, run?.id, isNewestRun);
  const asked = events.filter((event) => event.type === 'delegation' && event.taskId === taskId);
  const answers = citations.filter(({ source }) => source.kind === 'colleague');
  if (!isNewestRun && answers.length === 0) return null;
  return (
    <PanelPart title={texts.consulted}>
      {isNewestRun && connection === 'opening' && events.length === 0 && <Skeleton className="h-16 w-full" />}
      {isNewestRun && connection === 'lost' && <ErrorState error={error} onRetry={retry} />}
      {connection === 'closed' && asked.length + answers.length === 0 && <p className="text-muted">{texts.nobody}</p>}
      <ul className="flex flex-col gap-3">
        {asked.map((event) =>
          event.type === 'delegation' ? (
            <li key={event.id ?? event.question} className="min-w-0">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <AgentName slug={event.to} />
                <span className="figures text-muted text-sm">
                  {event.reused ? texts.fromRecord : formatUsd(event.cost)}
                </span>
              </p>
              <p dir="auto" className="line-clamp-6 break-words text-muted text-sm">
                {event.question}
              </p>
            </li>
          ) : null,
        )}
        {answers.map(({ index, source, passage, quote }) => (
          <li key={`answer ${index}`} className="min-w-0">
            <p>
              <span className="font-medium">{source.title}</span>{' '}
              <span className="text-muted text-sm">{texts.quoted}</span>
            </p>
            <blockquote dir="auto" className="break-words border-s-2 ps-3 text-sm">
              {passage ?? quote}
            </blockquote>
          </li>
        ))}
      </ul>
    </PanelPart>
  );
}

function AgentName({ slug }: { slug: string }) {
  return <span className="font-medium">{useAgentName(slug)}</span>;
}
