import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';

/** Warns during a run that the run cannot read attachments that are added now. */
export function NextRunNotice({ engagementId }: { engagementId: string }) {
  const { data } = useQuery(engagementQuery(engagementId));
  if (data?.status !== 'running' && data?.status !== 'paused') return null;
  return (
    <p className="flex items-center gap-2 rounded-lg bg-info-soft px-3 py-2 text-info text-sm">
      <Info aria-hidden className="size-4 shrink-0" />
      {attachmentTexts.nextRun}
    </p>
  );
}
