import { describeResearchRefusal } from '@ecp/contract/values/describe-research-refusal';
import type { CheckedSource, EngagementUpdate, UpdateStatus } from '@ecp/contract/work/recurring';
import { formatDay, formatMoment } from '../../format/format.ts';
import { updateTexts } from '../../texts/en/recurring/updates.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Badge, type Tone } from '../../ui/states/badge.tsx';

const texts = updateTexts.checks;

/** Lists the checks, newest first, each with the sources that were read. */
export function CheckList({ updates }: { updates: readonly EngagementUpdate[] }) {
  return (
    <Section title={texts.title}>
      {updates.length === 0 ? (
        <p className="text-muted">{texts.none}</p>
      ) : (
        <ol className="divide-y">
          {updates.map((update) => (
            <CheckItem key={update.id} update={update} />
          ))}
        </ol>
      )}
    </Section>
  );
}

const tones: Record<UpdateStatus, Tone> = {
  checking: 'info',
  unchanged: 'neutral',
  proposed: 'warn',
  accepted: 'good',
  dismissed: 'neutral',
  replaced: 'neutral',
};

function CheckItem({ update }: { update: EngagementUpdate }) {
  const { status, checkedAt, dueAt, sources, changes, decidedBy, decidedAt } = update;
  const at = checkedAt ?? dueAt;
  return (
    <li className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <time dateTime={at} className="figures font-medium">
          {formatMoment(at)}
        </time>
        <Badge tone={tones[status]}>{texts.status[status]}</Badge>
        {changes.length > 0 && <span className="text-muted text-sm">{texts.changed(changes.length)}</span>}
        {decidedBy !== null && decidedAt !== null && (
          <span className="text-muted text-sm">{texts.decided(decidedBy, formatDay(decidedAt))}</span>
        )}
      </div>
      {sources.length > 0 && <SourceList sources={sources} />}
      {sources.length === 0 && status !== 'checking' && <p className="text-muted text-sm">{texts.noSources}</p>}
    </li>
  );
}

const sourceTones: Record<CheckedSource['outcome'], Tone> = {
  same: 'neutral',
  changed: 'warn',
  gone: 'danger',
  unread: 'info',
};

function SourceList({ sources }: { sources: readonly CheckedSource[] }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded text-muted text-sm">{texts.sources(sources.length)}</summary>
      <ul className="mt-2 flex flex-col gap-2 text-sm">
        {sources.map(({ kind, source, outcome, reason, detail }) => (
          <li key={`${kind} ${source.id}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Badge tone={sourceTones[outcome]}>{texts.outcomes[outcome]}</Badge>
            <span className="min-w-0 break-words">{source.title}</span>
            {reason !== null && <span className="text-muted">{describeResearchRefusal({ reason, detail })}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
