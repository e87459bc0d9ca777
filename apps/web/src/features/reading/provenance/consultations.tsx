import { useAgentName } from '../../../domain/agents/use-agent-name.ts';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import type { Deliverable } from '../../../domain/deliverables/queries.ts';
import { Markdown } from '../../../domain/markdown/markdown.tsx';
import { formatUsd } from '../../../format/format.ts';
import { isAwaitingFirstEvent } from '../../../live/live-run.ts';
import type { ConsultationProjection } from '../../../live/run-projection.ts';
import { useRunEvents } from '../../../live/use-run-events.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { PanelPart } from './fact-list.tsx';
import type { VersionOrigin } from './use-version-origin.ts';

const texts = readingTexts.provenance;

interface ConsultationsProps {
  deliverable: Deliverable;
  origin: VersionOrigin;
  citations: readonly NumberedCitation[];
}

/** Lists the author's consultations: all for the newest run, for other runs only those that the text quotes. */
export function Consultations({ deliverable, origin, citations }: ConsultationsProps) {
  const { run, isNewestRun } = origin;
  const live = useRunEvents(deliverable.engagementId, run?.id, isNewestRun);
  const { projection, connection, error, retry } = live;
  const asked = projection.consultations.filter(({ taskId }) => taskId === deliverable.taskId);
  const quoted = citations.filter(({ source }) => source.kind === 'colleague');
  if (!isNewestRun && quoted.length === 0) return null;
  const isLoading = isNewestRun && isAwaitingFirstEvent(live);
  return (
    <PanelPart title={texts.consulted}>
      {isLoading && <Skeleton className="h-16 w-full" />}
      {isNewestRun && connection === 'lost' && <ErrorState error={error} onRetry={retry} />}
      {connection === 'closed' && asked.length + quoted.length === 0 && <p className="text-muted">{texts.nobody}</p>}
      <ul className="flex flex-col gap-4">
        {asked.map((consultation) => (
          <Consultation key={consultation.id} consultation={consultation} />
        ))}
        {asked.length === 0 &&
          quoted.map(({ index, source, passage, quote }) => (
            <li key={index} className="min-w-0">
              <p>
                <span className="font-medium">{source.title}</span>{' '}
                <span className="text-muted text-sm">{texts.quoted}</span>
              </p>
              <blockquote dir="auto" className="border-s-2 ps-3 text-sm">
                {passage ?? quote}
              </blockquote>
            </li>
          ))}
      </ul>
    </PanelPart>
  );
}

function Consultation({ consultation }: { consultation: ConsultationProjection }) {
  const { id, to, question, answer, cost, reused } = consultation;
  const name = useAgentName(to);
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{name}</span>
        <span className="figures text-muted text-sm">{reused ? texts.fromRecord : formatUsd(cost)}</span>
      </p>
      <p dir="auto" className="text-muted text-sm">
        {question}
      </p>
      {answer !== null && (
        <details className="rounded-lg border px-3 py-1.5">
          <summary className="cursor-pointer font-medium text-sm">{texts.answer}</summary>
          <Markdown
            text={answer}
            size="compact"
            topLevel={4}
            idPrefix={`answer-${id.replaceAll(/\W+/g, '-')}-`}
            className="pt-2 pb-1"
          />
        </details>
      )}
    </li>
  );
}
