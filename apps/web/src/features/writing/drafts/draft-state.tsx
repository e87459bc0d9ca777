import { Check, CloudAlert, LoaderCircle } from 'lucide-react';
import { formatAgo } from '../../../format/format.ts';
import { writingTexts } from '../../../texts/en/documents/writing.ts';
import type { DraftStatus } from './draft-saver.ts';

const texts = writingTexts.draft;

/** Tells how far the draft is saved. */
export function DraftState({ status, savedAt }: { status: DraftStatus; savedAt: string | null }) {
  const isBusy = status === 'saving' || status === 'waiting';
  const Icon = status === 'failed' ? CloudAlert : isBusy ? LoaderCircle : Check;
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-muted text-sm">
      {(savedAt !== null || status !== 'unchanged') && <Icon aria-hidden className="size-4 shrink-0" />}
      <span className="truncate">{describe(status, savedAt)}</span>
    </span>
  );
}

function describe(status: DraftStatus, savedAt: string | null): string {
  if (status === 'failed') return texts.notSaved;
  if (status === 'saving' || status === 'waiting') return texts.saving;
  return savedAt === null ? texts.unchanged : texts.saved(formatAgo(savedAt));
}
