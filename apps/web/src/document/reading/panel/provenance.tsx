import { isOpen } from '@ecp/contract/values/citation-counts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useContext } from 'react';
import {
  type Deliverable,
  deliverableListQuery,
  titleOf,
} from '../../../base/api/document-queries.ts';
import { engagementQuery } from '../../../base/api/engagement-queries.ts';
import { useAgentName } from '../../../base/api/firm-queries.ts';
import {
  formatCount,
  formatDuration,
  formatMoment,
  formatTokens,
  formatUsd,
} from '../../../base/format/format.ts';
import { linkStyle } from '../../../base/ui/buttons.tsx';
import { DocumentLink } from '../../../base/ui/document-link.tsx';
import { ErrorState, Skeleton } from '../../../base/ui/states.tsx';
import { isAwaitingFirstEvent } from '../../../shared/live/run-feed.ts';
import type { ConsultationProjection } from '../../../shared/live/run-projection.ts';
import { useRunEvents } from '../../../shared/live/use-run-events.ts';
import { Markdown } from '../../../shared/markdown/markdown.tsx';
import type { NumberedCitation } from '../citations/citation-index.ts';
import { CitedSourceLine, isCalculation } from '../citations/cited-source.tsx';
import { ReadingContext } from '../reading-context.ts';
import { provenanceTexts } from './provenance-texts.ts';
import { useVersionOrigin, type VersionOrigin } from './use-version-origin.ts';

const texts = provenanceTexts;

interface ProvenanceProps {
  deliverable: Deliverable;
  facts: ReadonlyMap<string, string>;
  citations: readonly NumberedCitation[];
}

export function Provenance({ deliverable, facts, citations }: ProvenanceProps) {
  const origin = useVersionOrigin(deliverable, facts);
  return (
    <div className="flex flex-col gap-4">
      {deliverable.taskId !== null && <Maker origin={origin} generated={facts.get('generated')} />}
      <RunFacts deliverable={deliverable} origin={origin} />
      {deliverable.taskId !== null && (
        <>
          <Consultations deliverable={deliverable} origin={origin} citations={citations} />
          <BuiltOn deliverable={deliverable} />
          <SourcesUsed engagementId={deliverable.engagementId} citations={citations} />
        </>
      )}
    </div>
  );
}

interface MakerProps {
  origin: VersionOrigin;
  generated: string | undefined;
}

function Maker({ origin: { agent, model, score, routing }, generated }: MakerProps) {
  return (
    <PanelPart title={texts.madeBy}>
      <FactList
        facts={[
          [texts.agent, agent],
          [texts.role, routing?.agentRole],
          [texts.department, routing?.department],
          [texts.model, model && (routing?.explored ? `${model}, ${texts.explored}` : model)],
          [texts.observer, routing?.observerScore ?? undefined],
          [texts.evaluator, score === null ? undefined : formatCount(score)],
          [texts.cost, routing && formatUsd(routing.cost)],
          [texts.generated, generated],
        ]}
      />
    </PanelPart>
  );
}

function RunFacts({ deliverable, origin }: { deliverable: Deliverable; origin: VersionOrigin }) {
  const { engagementId } = deliverable;
  const { run, routing } = origin;
  if (!run) return <p className="text-muted">{texts.unknownRun}</p>;
  const { startedAt, finishedAt, estimatedCost, inputTokens, outputTokens } = run;
  return (
    <PanelPart title={texts.run}>
      <FactList
        facts={[
          [texts.started, formatMoment(startedAt)],
          [
            texts.took,
            finishedAt && formatDuration(Date.parse(finishedAt) - Date.parse(startedAt)),
          ],
          [texts.runCost, formatUsd(estimatedCost)],
          [texts.tokens, texts.inOut(formatTokens(inputTokens), formatTokens(outputTokens))],
        ]}
      />
      {deliverable.taskId !== null && !routing && (
        <p className="text-muted text-sm">{texts.earlierRun}</p>
      )}
      <p>
        <Link to="/engagements/$engagementId" params={{ engagementId }} className={linkStyle}>
          {texts.toEngagement}
        </Link>
      </p>
    </PanelPart>
  );
}

interface ConsultationsProps {
  deliverable: Deliverable;
  origin: VersionOrigin;
  citations: readonly NumberedCitation[];
}

/**
 * Lists the author's consultations: all for the newest run, for other runs only those that the text
 * quotes.
 */
function Consultations({ deliverable, origin, citations }: ConsultationsProps) {
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
      {connection === 'closed' && asked.length + quoted.length === 0 && (
        <p className="text-muted">{texts.nobody}</p>
      )}
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
        <span className="figures text-muted text-sm">
          {reused ? texts.fromRecord : formatUsd(cost)}
        </span>
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

/** Lists the deliverables that a version was built on, and which of them have a newer version. */
function BuiltOn({ deliverable }: { deliverable: Deliverable }) {
  const { engagementId, taskId, staleBecause } = deliverable;
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const { data: listed = [] } = useQuery(deliverableListQuery(engagementId));
  const needed = engagement?.tasks.find(({ id }) => id === taskId)?.dependsOn ?? [];
  const fresh = needed.flatMap((id) => {
    const newest = listed.find((entry) => entry.taskId === id);
    return newest && !staleBecause.some(({ taskId: other }) => other === id) ? [newest] : [];
  });
  return (
    <PanelPart title={texts.builtOn}>
      {fresh.length + staleBecause.length === 0 && (
        <p className="text-muted">{texts.builtOnNothing}</p>
      )}
      <ul className="flex flex-col gap-2">
        {staleBecause.map(({ filename, usedVersion, latestVersion }) => (
          <li key={filename}>
            <FileLink engagementId={engagementId} filename={filename} version={usedVersion} />
            <p className="text-sm text-warn">{texts.meanwhile(usedVersion, latestVersion)}</p>
          </li>
        ))}
        {fresh.map(({ filename, version }) => (
          <li key={filename}>
            <FileLink engagementId={engagementId} filename={filename} />
            <p className="text-muted text-sm">{texts.version(version)}</p>
          </li>
        ))}
      </ul>
    </PanelPart>
  );
}

interface FileLinkProps {
  engagementId: string;
  filename: string;
  version?: number;
}

function FileLink({ engagementId, filename, version }: FileLinkProps) {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  return (
    <DocumentLink engagementId={engagementId} filename={filename} version={version}>
      {titleOf(filename, engagement)}
    </DocumentLink>
  );
}

/** Lists the cited sources, each once, the most cited first. */
function SourcesUsed({
  engagementId,
  citations,
}: {
  engagementId: string;
  citations: readonly NumberedCitation[];
}) {
  const { filename: document, version, openSource } = useContext(ReadingContext);
  const ofSources = citations.filter((citation) => !isCalculation(citation));
  const bySource = Map.groupBy(ofSources, ({ source }) => `${source.kind} ${source.title}`);
  const sources = [...bySource.entries()].sort(([, one], [, other]) => other.length - one.length);
  return (
    <PanelPart title={texts.sources}>
      {sources.length === 0 && <p className="text-muted">{texts.noSources}</p>}
      <ul className="flex flex-col gap-2">
        {sources.map(([key, cited]) => {
          const [first] = cited;
          const footnote = cited.find((one) => one.footnote !== null)?.footnote ?? null;
          const failed = cited.filter(isOpen).length;
          return (
            first && (
              <li key={key}>
                <CitedSourceLine
                  source={{ ...first.source, location: null }}
                  engagementId={engagementId}
                  archived={
                    first.page && { page: first.page, document, version, citation: first.index }
                  }
                  onOpen={footnote === null ? undefined : () => openSource(footnote)}
                />
                <p className="figures ps-6 text-muted text-sm">
                  {texts.cited(cited.length)}
                  {failed > 0 && <span className="text-danger"> · {texts.failed(failed)}</span>}
                </p>
              </li>
            )
          );
        })}
      </ul>
    </PanelPart>
  );
}

function FactList({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  const known = facts.filter(([, value]) => value !== undefined && value !== null && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {known.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function PanelPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 border-b pb-4 last:border-0">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}
