import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, CircleX, Download, TriangleAlert } from 'lucide-react';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import { isActive } from '../../base/api/engagement-queries.ts';
import { useAgentNames } from '../../base/api/firm-queries.ts';
import { saveBlob } from '../../base/api/save-download.ts';
import { formatClock } from '../../base/format/format.ts';
import { Button, CopyButton } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { SearchField } from '../../base/ui/fields/fields.tsx';
import { Select } from '../../base/ui/fields/select.tsx';
import {
  filterLines,
  formatLogLine,
  type LogFilter,
  type LogLine,
  wholeLog,
} from '../../shared/live/run-projection.ts';
import type { RunView } from '../run-view.ts';
import { RunSection, useFollowEnd } from './run-section.tsx';
import { runTexts } from './texts.ts';

interface TextPart {
  at: number;
  text: string;
  isMatch: boolean;
}

export function splitAtMatches(text: string, wanted: string): TextPart[] {
  const needle = wanted.trim().toLowerCase();
  if (needle === '') return [{ at: 0, text, isMatch: false }];
  const low = text.toLowerCase();
  const parts: TextPart[] = [];
  let from = 0;
  for (let at = low.indexOf(needle); at >= 0; at = low.indexOf(needle, from)) {
    if (at > from) parts.push({ at: from, text: text.slice(from, at), isMatch: false });
    parts.push({ at, text: text.slice(at, at + needle.length), isMatch: true });
    from = at + needle.length;
  }
  return from < text.length
    ? [...parts, { at: from, text: text.slice(from), isMatch: false }]
    : parts;
}

const texts = runTexts.log;

/** Shows the log of the run with search. The filtered log can be copied and saved. */
export function RunLog({ view: { projection, engagement, status, live } }: { view: RunView }) {
  const { lines } = projection;
  const [filter, setFilter] = useState<LogFilter>(wholeLog);
  const change = useCallback(
    (part: Partial<LogFilter>) => setFilter((before) => ({ ...before, ...part })),
    [],
  );
  const search = useCallback((text: string) => change({ text }), [change]);
  const shown = useMemo(() => filterLines(lines, filter), [lines, filter]);
  const agents = useAgentsOf(lines);
  const isGone = lines.length === 0 && !isActive(status) && live.connection === 'closed';
  const empty = lines.length > 0 ? texts.noMatch : isGone ? texts.gone : texts.empty;
  return (
    <RunSection
      title={texts.title}
      beside={
        <div className="flex min-h-7 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
          <p className="figures flex-1 text-muted text-sm">
            {texts.count(shown.length, lines.length)}
          </p>
          {shown.length > 0 && <LogActions lines={shown} slug={engagement.slug} />}
        </div>
      }
      tools={<LogToolbar filter={filter} onChange={change} agents={agents} onSearch={search} />}
    >
      {shown.length === 0 ? (
        <p className="flex h-96 items-center justify-center px-4 text-center text-muted">{empty}</p>
      ) : (
        <LogLines lines={shown} wanted={filter.text} />
      )}
    </RunSection>
  );
}

function LogActions({ lines, slug }: { lines: readonly LogLine[]; slug: string }) {
  const text = () => lines.map(formatLogLine).join('\n');
  const save = () => saveBlob(new Blob([text()], { type: 'text/plain' }), texts.filename(slug));
  return (
    <div className="flex gap-2">
      <CopyButton text={text} label={texts.copy} />
      <Button icon={Download} size="small" onClick={save}>
        {texts.download}
      </Button>
    </div>
  );
}

function useAgentsOf(lines: readonly LogLine[]): { slug: string; name: string }[] {
  const nameOf = useAgentNames();
  return useMemo(() => {
    const slugs = new Set(lines.flatMap(({ agent }) => (agent === null ? [] : [agent])));
    return [...slugs]
      .map((slug) => ({ slug, name: nameOf(slug) }))
      .sort((a, b) => a.name.localeCompare(b.name));
  }, [lines, nameOf]);
}

const levelNames = Object.keys(texts.levels) as LogFilter['level'][];
const listLevels = () => levelNames.map((value) => ({ value, label: texts.levels[value] }));

interface LogToolbarProps {
  filter: LogFilter;
  onChange: (change: Partial<LogFilter>) => void;
  agents: readonly { slug: string; name: string }[];
  onSearch: (text: string) => void;
}

function LogToolbar({ filter, onChange, agents, onSearch }: LogToolbarProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <SearchField
        label={texts.search}
        value={filter.text}
        onSearch={onSearch}
        className="w-full sm:w-64"
      />
      <Select
        label={texts.level}
        options={listLevels()}
        value={filter.level}
        onChange={(level) => onChange({ level })}
        className="h-9 sm:w-44"
      />
      <Select
        label={texts.agent}
        options={[
          { value: '', label: texts.allAgents },
          ...agents.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
        value={filter.agent}
        onChange={(agent) => onChange({ agent })}
        className="h-9 sm:w-44"
      />
    </div>
  );
}

const rowHeightPx = 26;

/**
 * Renders only the visible lines of a log of any length. It follows the end until the user scrolls
 * up.
 */
function LogLines({ lines, wanted }: { lines: readonly LogLine[]; wanted: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => lines[index]?.number ?? index,
    overscan: 10,
  });
  const heightPx = virtualizer.getTotalSize();
  const { unseen, follows, onScroll, toEnd } = useFollowEnd(scroller, lines.length, heightPx);
  // Focusable by Tab, so that the arrow keys can scroll.
  const reachable = { role: 'region', 'aria-label': texts.region, tabIndex: 0 };
  return (
    <div className="relative">
      <div
        ref={scroller}
        onScroll={onScroll}
        {...reachable}
        className="h-96 overflow-y-auto py-2 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <ol className="relative" style={{ height: heightPx }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const line = lines[index];
            return line === undefined ? null : (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={lines.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <LogRow line={line} wanted={wanted} />
              </li>
            );
          })}
        </ol>
      </div>
      {!follows && <ToEnd unseen={unseen} onClick={toEnd} />}
    </div>
  );
}

function ToEnd({ unseen, onClick }: { unseen: number; onClick: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button
        icon={ArrowDown}
        size="small"
        onClick={onClick}
        className="pointer-events-auto shadow-black/10 shadow-md"
      >
        {unseen > 0 ? texts.newLines(unseen) : texts.toEnd}
      </Button>
    </div>
  );
}

const names = runTexts.log.levelNames;
const colours = { info: '', warning: 'text-warn', error: 'text-danger' } as const;

/** A line of the log: time, level and message. Matches of the search are marked. */
const LogRow = memo(function LogRow({ line, wanted }: { line: LogLine; wanted: string }) {
  const { at, message, level } = line;
  const Icon = level === 'error' ? CircleX : TriangleAlert;
  return (
    <div className="flex gap-3 px-4 py-0.5 text-sm leading-5.5 hover:bg-hover">
      <time dateTime={at} className="figures shrink-0 text-muted">
        {formatClock(at)}
      </time>
      <span className={classNames('min-w-0', colours[level])}>
        {level !== 'info' && (
          <Icon role="img" aria-label={names[level]} className="mr-1.5 -mt-0.5 inline size-3.5" />
        )}
        {splitAtMatches(message, wanted).map(({ at: from, text, isMatch }) =>
          isMatch ? <mark key={from}>{text}</mark> : text,
        )}
      </span>
    </div>
  );
});
