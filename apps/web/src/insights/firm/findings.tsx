import type { ImprovementProposal, Insight, InsightEvidence, InsightOf, Insights } from '@ecp/contract/reach/insights';
import { type Verdict, verdicts } from '@ecp/contract/values/verdicts';
import { Link } from '@tanstack/react-router';
import { ArrowRight, ChartColumn } from 'lucide-react';
import { useId } from 'react';
import { formatScore, formatShare } from '../../format/format.ts';
import { Badge, ProgressBar } from '../../ui/badges.tsx';
import { linkStyle } from '../../ui/buttons.tsx';
import { BarList, RangeBar } from '../../ui/charts/bars.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Section } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toBars } from './compare-evidence.ts';
import { type EngagementRun, findOutliers, type Outlier } from './run-sums.ts';
import { firmAnalyticsTexts } from './texts.ts';

interface FindingsProps {
  insights: Insights;
  runs: readonly EngagementRun[];
}

/** Lists outliers and findings, those with proposals first. Without findings, it explains their requirements. */
export function Findings({ insights: { insights, proposals, analysis }, runs }: FindingsProps) {
  const waiting = insights.filter(isWaiting);
  const proposalsOf = ({ id }: Insight) => proposals.filter(({ insightId }) => insightId === id);
  const found = insights
    .filter((insight) => !isWaiting(insight))
    .toSorted((a, b) => Number(proposalsOf(b).length > 0) - Number(proposalsOf(a).length > 0));
  const outliers = findOutliers(runs);
  return (
    <>
      {outliers.length > 0 && <Outliers outliers={outliers} />}
      {found.length === 0 ? (
        <NoFindings isAnalyzed={analysis?.status === 'completed'} hasRuns={runs.length > 0} />
      ) : (
        <section aria-label={firmAnalyticsTexts.findings} className="flex flex-col gap-4">
          <h2 className="font-semibold text-lg">{firmAnalyticsTexts.findings}</h2>
          {found.map((insight) => (
            <InsightCard key={insight.id} insight={insight} proposals={proposalsOf(insight)} />
          ))}
        </section>
      )}
      {waiting.length > 0 && <WaitingRubrics insights={waiting} />}
    </>
  );
}

function NoFindings({ isAnalyzed, hasRuns }: { isAnalyzed: boolean; hasRuns: boolean }) {
  const { title, advice } = isAnalyzed ? firmAnalyticsTexts.nothing : firmAnalyticsTexts.never;
  if (!hasRuns) {
    return (
      <EmptyState icon={ChartColumn} title={title}>
        {advice}
      </EmptyState>
    );
  }
  const { title: needs, points } = firmAnalyticsTexts.needs;
  return (
    <Section title={title} description={advice}>
      <details>
        <summary className="cursor-pointer rounded font-medium">{needs}</summary>
        <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 marker:text-muted">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </details>
    </Section>
  );
}

interface InsightCardProps {
  insight: Insight;
  proposals: readonly ImprovementProposal[];
}

function InsightCard({ insight, proposals }: InsightCardProps) {
  const id = useId();
  const { kind, title, description } = insight;
  return (
    <article aria-labelledby={id} className="grid overflow-hidden rounded-xl border bg-surface lg:grid-cols-2">
      <div className="flex flex-col gap-4 p-5">
        <div>
          <Badge>{firmAnalyticsTexts.kinds[kind]}</Badge>
          <h3 id={id} className="mt-2 font-semibold text-lg">
            {title}
          </h3>
          <p className="mt-1 text-muted">{description}</p>
        </div>
        {proposals.map((proposal) => (
          <Proposal key={proposal.id} proposal={proposal} />
        ))}
      </div>
      <div className="min-w-0 border-t bg-canvas p-5 lg:border-t-0 lg:border-l">
        <InsightPicture insight={insight} />
      </div>
    </article>
  );
}

function InsightPicture({ insight }: { insight: Insight }) {
  if (insight.kind === 'rubric_agreement') return <AgreementFigure evidence={insight.evidence} />;
  const comparison = toBars(insight);
  if (!comparison) return null;
  const { label, max, bars } = comparison;
  return (
    <>
      <p className="mb-3 font-medium text-muted text-sm">{label}</p>
      <BarList
        label={label}
        bars={bars.map((bar) => ({ key: bar.label, ...bar }))}
        {...(max === undefined ? {} : { max })}
      />
    </>
  );
}

function Proposal({ proposal: { title, description, expectedEffect } }: { proposal: ImprovementProposal }) {
  return (
    <div className="rounded-lg bg-accent-soft p-4">
      <p className="font-medium text-accent-text text-sm">{firmAnalyticsTexts.proposal}</p>
      <p className="mt-0.5 font-semibold">{title}</p>
      <p className="mt-1">{description}</p>
      <p className="mt-2 flex items-start gap-2 text-sm">
        <ArrowRight aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
        <span>
          <span className="font-medium">{firmAnalyticsTexts.effect}:</span> {expectedEffect}
        </span>
      </p>
    </div>
  );
}

const agreementTexts = firmAnalyticsTexts.agreement;

function AgreementFigure({ evidence }: { evidence: InsightEvidence<'rubric_agreement'> }) {
  const { outcome, kappa, margin, observedAgreement, baseRate, thresholds, verdicts } = evidence;
  const shares = [
    { label: agreementTexts.observed, value: observedAgreement },
    { label: agreementTexts.baseRate, value: baseRate },
  ];
  return (
    <div className="flex flex-col gap-4">
      {kappa !== null && (
        <div>
          <p className="flex items-baseline justify-between gap-4">
            <span className="font-medium text-muted text-sm">{agreementTexts.kappa}</span>
            <span className="figures whitespace-nowrap font-semibold">
              {kappa.toFixed(2)}
              {margin !== null && <span className="text-muted"> ± {margin.toFixed(2)}</span>}
            </span>
          </p>
          <RangeBar
            low={kappa - (margin ?? 0)}
            expected={kappa}
            high={kappa + (margin ?? 0)}
            min={Math.min(0, kappa - (margin ?? 0))}
            max={1}
            format={(value) => value.toFixed(2)}
            label={agreementTexts.kappa}
          />
          <p className="mt-1 text-muted text-sm">{agreementTexts.scale}</p>
        </div>
      )}
      {outcome !== 'too_few_reviews' && <p>{agreementTexts.words[outcome]}</p>}
      <BarList
        label={agreementTexts.observed}
        max={1}
        bars={shares.flatMap(({ label, value }) =>
          value === null ? [] : [{ key: label, label, value, text: formatShare(value) }],
        )}
      />
      <VerdictTable pairs={verdicts} />
      <p className="text-muted text-sm">{agreementTexts.thresholds(thresholds.approve, thresholds.reject)}</p>
    </div>
  );
}

/** Shows how often evaluator and reviewers gave each pair of verdicts. On the diagonal they agree. */
function VerdictTable({ pairs }: { pairs: InsightEvidence<'rubric_agreement'>['verdicts'] }) {
  const count = (evaluator: Verdict, reviewer: Verdict) =>
    pairs.find((pair) => pair.evaluator === evaluator && pair.reviewer === reviewer)?.count ?? 0;
  return (
    <table className="figures w-full text-sm">
      <caption className="sr-only">{agreementTexts.table}</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="py-1 text-left font-normal">
            {agreementTexts.evaluator} ↓ · {agreementTexts.reviewer} →
          </th>
          {verdicts.map((reviewer) => (
            <th key={reviewer} scope="col" className="px-2 py-1 text-right font-normal">
              {agreementTexts.verdicts[reviewer]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {verdicts.map((evaluator) => (
          <tr key={evaluator} className="border-t">
            <th scope="row" className="py-1 text-left font-normal">
              {agreementTexts.verdicts[evaluator]}
            </th>
            {verdicts.map((reviewer) => (
              <td
                key={reviewer}
                className={classNames('px-2 py-1 text-right', evaluator === reviewer && 'bg-accent-soft font-semibold')}
              >
                {count(evaluator, reviewer)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const outlierTexts = firmAnalyticsTexts.outliers;

function Outliers({ outliers }: { outliers: readonly Outlier[] }) {
  return (
    <Section title={outlierTexts.title}>
      <ul className="flex flex-col gap-2">
        {outliers.map((outlier) => (
          <li key={outlier.run.engagementId} className="wrap-anywhere">
            <Link
              to="/engagements/$engagementId/details"
              params={{ engagementId: outlier.run.engagementId }}
              className={linkStyle}
            >
              {outlier.run.name}
            </Link>
            <span className="text-muted">: {describeOutlier(outlier)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function describeOutlier({ kind, value, run }: Outlier): string {
  if (kind === 'unfinished') return outlierTexts.unfinished(value, run.tasks);
  return kind === 'low_score' ? outlierTexts.lowScore(formatScore(value)) : outlierTexts.dear(value.toFixed(1));
}

const waitingTexts = firmAnalyticsTexts.waiting;

/** Lists rubrics whose scores cannot be compared with reviews yet, and how many reviews are missing. */
function WaitingRubrics({ insights }: { insights: readonly InsightOf<'rubric_agreement'>[] }) {
  return (
    <Section title={waitingTexts.title} description={<p className="max-w-3xl">{waitingTexts.advice}</p>}>
      <ul className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {insights.map(({ id, evidence: { rubricType, rubricVersion, reviewed, leastReviewed: needed } }) => {
          const name = waitingTexts.rubric(rubricType, rubricVersion);
          return (
            <li key={id} className="flex flex-col gap-1.5">
              <p className="flex justify-between gap-4">
                <span className="first-letter:uppercase">{name}</span>
                <span className="figures text-muted">{waitingTexts.of(reviewed, needed)}</span>
              </p>
              <ProgressBar label={name} value={reviewed / needed} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/**
 * Whether an insight is no finding yet: a rubric with too few reviews, which is listed with the number that it lacks.
 */
export const isWaiting = (insight: Insight): insight is InsightOf<'rubric_agreement'> =>
  insight.kind === 'rubric_agreement' && insight.evidence.outcome === 'too_few_reviews';
