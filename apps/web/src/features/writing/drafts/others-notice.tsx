import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { writingTexts } from '../../../texts/en/documents/writing.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { OtherWriter } from './draft-query.ts';

const texts = writingTexts.others;

interface OthersNoticeProps {
  others: readonly OtherWriter[];
  /** The newer version than the one that is edited; null without one. */
  newer: { version: number; name: string | null } | null;
  busy: boolean;
  onMerge: () => void;
}

/** Tells at once that somebody else edits the document, or has saved a version of it (EDI-5). */
export function OthersNotice({ others, newer, busy, onMerge }: OthersNoticeProps) {
  const names = [...new Set(others.map(({ author }) => author.name))];
  return (
    <div aria-live="polite" className="flex flex-col gap-2 empty:hidden">
      {newer && (
        <Notice title={texts.newer(newer.version, newer.name)} advice={texts.newerAdvice}>
          <Button size="small" busy={busy} onClick={onMerge}>
            {texts.merge}
          </Button>
        </Notice>
      )}
      {names.length > 0 && <Notice title={texts.editing(names.join(', '), names.length)} advice={texts.advice} />}
    </div>
  );
}

function Notice({ title, advice, children }: { title: string; advice: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warn-soft px-3 py-2 text-warn">
      <Users aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">{title}</span> {advice}
      </p>
      {children}
    </div>
  );
}
