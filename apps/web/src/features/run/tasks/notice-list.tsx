import { Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { LogLine } from '../../../live/log-line.ts';
import { runTexts } from '../../../texts/en/run.ts';
import { Button } from '../../../ui/buttons/button.tsx';

const texts = runTexts.notices;
/** More notices are folded. */
const shownFirst = 2;

interface Notice {
  key: string;
  level: LogLine['level'];
  title: string;
  message: string;
}

interface NoticeListProps {
  label: string;
  /** Lines of the log that tell what a run had to do without, and how it went on. */
  lines: readonly LogLine[] | undefined;
}

/** Lists what a reader should know about how documents were written: the first notices at once, others on demand. */
export function NoticeList({ label, lines = [] }: NoticeListProps) {
  const [open, setOpen] = useState(false);
  const notices = toNotices(lines);
  if (notices.length === 0) return null;
  const hidden = notices.length - shownFirst;
  const shown = open ? notices : notices.slice(0, shownFirst);
  return (
    <div className="flex flex-col items-start gap-1.5 text-sm">
      <ul aria-label={label} className="flex flex-col gap-1.5">
        {shown.map((notice) => (
          <NoticeLine key={notice.key} notice={notice} />
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

/** Turns lines into notices, each text once. */
function toNotices(lines: readonly LogLine[]): Notice[] {
  const notices = lines.map(({ code, level, message }): Notice => {
    const title = Object.entries(texts.titles).find(([subject]) => subject === code)?.[1] ?? '';
    return { key: `${code} ${message}`, level, title, message };
  });
  return [...new Map(notices.map((notice) => [notice.key, notice])).values()];
}

function NoticeLine({ notice: { level, title, message } }: { notice: Notice }) {
  const isPlain = level === 'info';
  const Icon = isPlain ? Info : TriangleAlert;
  return (
    <li className="flex gap-2">
      <Icon aria-hidden className={`mt-0.75 size-3.5 shrink-0 ${isPlain ? 'text-muted' : 'text-warn'}`} />
      <p className="wrap-anywhere min-w-0 max-w-[80ch] text-muted">
        <span className={isPlain ? 'font-medium text-ink' : 'font-medium text-warn'}>{title}</span> {message}
      </p>
    </li>
  );
}
