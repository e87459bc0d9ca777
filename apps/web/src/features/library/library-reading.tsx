import type { LibraryEntry } from '@ecp/contract/reach/library';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, FileText, Target } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Markdown } from '../../domain/markdown/markdown.tsx';
import { formatMoment } from '../../format/format.ts';
import { libraryTexts } from '../../texts/en/library.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { type AgentNames, writeEntry } from './write-entry.ts';

/** Name of the engine's report of a run (DEL-2). */
const reportFile = '_run_report.md';

/** Shows one entry as a document. On a phone it replaces the list. */
export function LibraryReading({ entry, agents }: { entry: LibraryEntry; agents: AgentNames }) {
  const text = useMemo(() => writeEntry(entry.jsonData, agents), [entry, agents]);
  const heading = useRef<HTMLHeadingElement>(null);
  const { engagementName: name } = entry;
  useEffect(() => {
    // Moves the focus to the heading, so that screen readers start there when the entry replaces the list.
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article className="flex min-w-0 flex-col gap-5">
      <Link
        to="/library"
        search={({ entry: _closed, ...rest }) => rest}
        className="inline-flex items-center gap-1.5 self-start text-muted hover:text-ink lg:hidden"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {libraryTexts.back}
      </Link>
      <header className="flex flex-col gap-3">
        <div>
          <h2 ref={heading} tabIndex={-1} className="font-semibold text-xl tracking-tight outline-none">
            {name}
          </h2>
          <p className="text-muted text-sm">{formatMoment(entry.createdAt)}</p>
        </div>
        <EntryLinks entry={entry} copied={`# ${name}\n\n${text}\n`} />
      </header>
      <Markdown text={text} size="compact" topLevel={3} idPrefix={`${entry.id}-`} />
    </article>
  );
}

function EntryLinks({ entry, copied }: { entry: LibraryEntry; copied: string }) {
  const { engagementId } = entry;
  return (
    <div className="flex flex-wrap gap-2">
      <Link to="/engagements/$engagementId" params={{ engagementId }} className={buttonStyle('secondary', 'small')}>
        <Target aria-hidden className="size-3.5" />
        {libraryTexts.engagement}
      </Link>
      <Link
        to="/engagements/$engagementId/deliverables/$filename"
        params={{ engagementId, filename: reportFile }}
        className={buttonStyle('secondary', 'small')}
      >
        <FileText aria-hidden className="size-3.5" />
        {libraryTexts.report}
      </Link>
      <CopyButton text={copied} label={libraryTexts.copy} />
    </div>
  );
}
