import { Download } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { saveBlob } from '../../../api/save-download.ts';
import { useAgentNames } from '../../../domain/agents/use-agent-name.ts';
import { isActive } from '../../../domain/engagements/is-active.ts';
import type { RunView } from '../../../domain/runs/use-run-view.ts';
import { formatLogLine, type LogLine } from '../../../live/log-line.ts';
import { runTexts } from '../../../texts/en/run.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { RunSection } from '../run-section.tsx';
import { filterLines, type LogFilter, wholeLog } from './filter-lines.ts';
import { LogLines } from './log-lines.tsx';
import { LogToolbar } from './log-toolbar.tsx';

const texts = runTexts.log;

/** Shows the log of the run with search. The filtered log can be copied and saved. */
export function RunLog({ view: { projection, engagement, status, live } }: { view: RunView }) {
  const { lines } = projection;
  const [filter, setFilter] = useState<LogFilter>(wholeLog);
  const change = useCallback((part: Partial<LogFilter>) => setFilter((before) => ({ ...before, ...part })), []);
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
          <p className="figures flex-1 text-muted text-sm">{texts.count(shown.length, lines.length)}</p>
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
      <Button size="small" onClick={save}>
        <Download aria-hidden className="size-3.5" />
        {texts.download}
      </Button>
    </div>
  );
}

/** Returns the agents of the log, sorted by name. */
function useAgentsOf(lines: readonly LogLine[]): { slug: string; name: string }[] {
  const nameOf = useAgentNames();
  return useMemo(() => {
    const slugs = new Set(lines.flatMap(({ agent }) => (agent === null ? [] : [agent])));
    return [...slugs].map((slug) => ({ slug, name: nameOf(slug) })).sort((a, b) => a.name.localeCompare(b.name));
  }, [lines, nameOf]);
}
