import { Link } from '@tanstack/react-router';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import type { Deliverable } from '../../../domain/deliverables/queries.ts';
import { formatCount, formatDuration, formatMoment, formatTokens, formatUsd } from '../../../format/format.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import { BuiltOn } from './built-on.tsx';
import { Consultations } from './consultations.tsx';
import { FactList, PanelPart } from './fact-list.tsx';
import { SourcesUsed } from './sources-used.tsx';
import { useVersionOrigin, type VersionOrigin } from './use-version-origin.ts';

const texts = readingTexts.provenance;

interface ProvenanceProps {
  deliverable: Deliverable;
  facts: ReadonlyMap<string, string>;
  citations: readonly NumberedCitation[];
}

/** Shows the provenance of a version: agent, model, consultations, sources and cost. */
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
          [texts.observer, routing?.observerScore],
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
          [texts.took, finishedAt && formatDuration(Date.parse(finishedAt) - Date.parse(startedAt))],
          [texts.runCost, formatUsd(estimatedCost)],
          [texts.tokens, texts.inOut(formatTokens(inputTokens), formatTokens(outputTokens))],
        ]}
      />
      {deliverable.taskId !== null && !routing && <p className="text-muted text-sm">{texts.earlierRun}</p>}
      <p>
        <Link to="/engagements/$engagementId" params={{ engagementId }} className={linkStyle}>
          {texts.toEngagement}
        </Link>
      </p>
    </PanelPart>
  );
}
