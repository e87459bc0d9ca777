import { Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Notice } from '../../../live/log-line.ts';
import { runTexts } from '../../../texts/en/run.ts';
import { Button } from '../../../ui/buttons/button.tsx';

const texts = runTexts.notices;
/** More notices are folded. */
const shownFirst = 2;

interface NoticeListProps {
  label: string;
  notices: readonly Notice[] | undefined;
}

/** Lists notices about how documents were written, each text once: two at first, the others on demand. */
export function NoticeList({ label, notices: all = [] }: NoticeListProps) {
  const [open, setOpen] = useState(false);
  const notices = [...new Map(all.map((notice) => [keyOf(notice), notice])).values()];
  if (notices.length === 0) return null;
  const hidden = notices.length - shownFirst;
  const shown = open ? notices : notices.slice(0, shownFirst);
  return (
    <div className="flex flex-col items-start gap-1.5 text-sm">
      <ul aria-label={label} className="flex flex-col gap-1.5">
        {shown.map((notice) => (
          <NoticeLine key={keyOf(notice)} notice={notice} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button kind="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)} className="-ml-2">
          {open ? texts.less : texts.more(hidden)}
        </Button>
      )}
    </div>
  );
}

const keyOf = ({ code, message }: Notice) => `${code} ${message}`;

function NoticeLine({ notice: { code, level, message } }: { notice: Notice }) {
  const isPlain = level === 'info';
  const Icon = isPlain ? Info : TriangleAlert;
  return (
    <li className="flex gap-2">
      <Icon aria-hidden className={`mt-0.75 size-3.5 shrink-0 ${isPlain ? 'text-muted' : 'text-warn'}`} />
      <p className="wrap-anywhere min-w-0 max-w-[80ch] text-muted">
        <span className={isPlain ? 'font-medium text-ink' : 'font-medium text-warn'}>{texts.titles[code]}</span>{' '}
        {message}
      </p>
    </li>
  );
}
