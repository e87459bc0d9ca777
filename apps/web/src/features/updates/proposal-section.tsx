import type { EngagementUpdate } from '@ecp/contract/work/recurring';
import { useState } from 'react';
import { useEngagementRun } from '../../domain/runs/use-engagement-run.ts';
import { formatUsd } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { updateTexts } from '../../texts/en/recurring/updates.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ChangeItem } from './change-item.tsx';
import { countDocuments } from './updates-queries.ts';
import { useDecision } from './use-decision.ts';

const texts = updateTexts.proposal;

interface ProposalProps {
  engagementId: string;
  update: EngagementUpdate;
}

/** Shows the changes of sources, the affected sections and the price; members start the amendment or dismiss it. */
export function ProposalSection({ engagementId, update }: ProposalProps) {
  const { changes } = update;
  return (
    <Section title={texts.title} description={texts.lead(changes.length, countDocuments(update))}>
      <div className="flex flex-col gap-5">
        <ol className="flex flex-col gap-4">
          {[...changes.entries()].map(([at, change]) => (
            <ChangeItem key={at} engagementId={engagementId} change={change} />
          ))}
        </ol>
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 border-t pt-4">
          <Price cost={update.cost} />
          <Decision engagementId={engagementId} update={update} />
        </div>
      </div>
    </Section>
  );
}

function Price({ cost }: Pick<EngagementUpdate, 'cost'>) {
  const isFree = !cost || cost.high === 0;
  return (
    <dl>
      <dt className="text-muted text-sm">{texts.price}</dt>
      <dd>
        <span className="figures font-semibold text-lg">{isFree ? texts.free : formatUsd(cost.expected)}</span>
        {!isFree && (
          <span className="figures ml-2 text-muted text-sm">
            {texts.range(formatUsd(cost.low), formatUsd(cost.high))}
          </span>
        )}
      </dd>
    </dl>
  );
}

function Decision({ engagementId, update }: ProposalProps) {
  const { has } = useSession();
  const { isActive } = useEngagementRun(engagementId);
  const [asked, setAsked] = useState<'accept' | 'dismiss' | null>(null);
  if (!has('member')) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setAsked('dismiss')}>{texts.dismiss}</Button>
      <Button kind="primary" disabled={isActive} onClick={() => setAsked('accept')}>
        {isActive ? texts.busy : texts.accept}
      </Button>
      {asked && (
        <DecisionDialog engagementId={engagementId} update={update} what={asked} onClose={() => setAsked(null)} />
      )}
    </div>
  );
}

function DecisionDialog({
  engagementId,
  update,
  what,
  onClose,
}: ProposalProps & { what: 'accept' | 'dismiss'; onClose: () => void }) {
  const decision = useDecision(engagementId, update.id, onClose);
  const isAccept = what === 'accept';
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isAccept ? texts.confirmTitle : texts.dismissTitle}
      confirmLabel={isAccept ? texts.accept : texts.dismiss}
      kind="primary"
      busy={decision.isPending}
      error={decision.error}
      onConfirm={() => decision.mutate(what)}
    >
      <p>{isAccept ? texts.confirm(countDocuments(update)) : texts.dismissLead}</p>
      {isAccept && (
        <div className="mt-3 text-ink">
          <Price cost={update.cost} />
        </div>
      )}
    </ConfirmDialog>
  );
}
