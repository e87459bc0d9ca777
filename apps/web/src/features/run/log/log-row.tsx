import { CircleX, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { formatClock } from '../../../format/format.ts';
import type { LogLine } from '../../../live/log-line.ts';
import { runTexts } from '../../../texts/en/run.ts';
import { classNames } from '../../../ui/class-names.ts';
import { splitAtMatches } from './filter-lines.ts';

const names = runTexts.log.levelNames;
const colours = { info: '', warning: 'text-warn', error: 'text-danger' } as const;

/** A line of the log: time, level and message. Matches of the search are marked. */
export const LogRow = memo(function LogRow({ line, wanted }: { line: LogLine; wanted: string }) {
  const { at, message, level } = line;
  const Icon = level === 'error' ? CircleX : TriangleAlert;
  return (
    <div className="flex gap-3 px-4 py-0.5 text-sm leading-5.5 hover:bg-hover">
      <time dateTime={at} className="figures shrink-0 text-muted">
        {formatClock(at)}
      </time>
      <span className={classNames('min-w-0', colours[level])}>
        {level !== 'info' && <Icon role="img" aria-label={names[level]} className="mr-1.5 -mt-0.5 inline size-3.5" />}
        {splitAtMatches(message, wanted).map(({ at: from, text, isMatch }) =>
          isMatch ? <mark key={from}>{text}</mark> : text,
        )}
      </span>
    </div>
  );
});
