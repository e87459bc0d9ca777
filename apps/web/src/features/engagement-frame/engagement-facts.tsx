import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatUtcDay } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { responsibilityTexts } from '../../texts/en/waiting/responsibility.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

const texts = responsibilityTexts.fact;
const ResponsibilityDialog = lazy(async () => ({
  default: (await import('./responsibility-dialog.tsx')).ResponsibilityDialog,
}));

/** Client, owner and due date in the head of an engagement. Members can change the last two, also during a run (ENG-30). */
export function EngagementFacts({ engagement }: { engagement: EngagementDetail }) {
  const { has } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { client, owner, dueDate } = engagement;
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <span className="wrap-anywhere min-w-0">{client}</span>
      <span aria-hidden>·</span>
      <span className="wrap-anywhere min-w-0">{owner ? texts.owner(owner.name) : texts.nobody}</span>
      <span aria-hidden>·</span>
      <span className="figures">{dueDate ? texts.due(formatUtcDay(dueDate)) : texts.noDate}</span>
      {has('member') && (
        <IconButton label={texts.change} onClick={() => setOpen(true)} className="-my-1.5">
          <Pencil aria-hidden />
        </IconButton>
      )}
      <Suspense fallback={null}>
        {isOpen && <ResponsibilityDialog engagement={engagement} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}
