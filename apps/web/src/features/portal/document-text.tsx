import { type RefObject, useCallback, useMemo } from 'react';
import { Markdown } from '../../domain/markdown/markdown.tsx';
import { readDocument } from '../../domain/markdown/read-document.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { EvidenceNotes, PlaceNote } from './evidence-notes.tsx';
import { indexNotes } from './index-notes.ts';
import type { SharedDocument } from './portal-client.ts';

interface DocumentTextProps {
  token: string;
  content: string;
  /** Filenames of all shared documents, joined by line breaks. A text may link to the others by filename. */
  filenames: string;
  article: RefObject<HTMLElement | null>;
  notes: SharedDocument['evidenceNotes'];
}

/** Renders the text of a shared document without its title, with notes on its evidence at the footnotes. */
export function DocumentText({ token, content, filenames, article, notes }: DocumentTextProps) {
  const { ofFootnote, places } = useMemo(() => indexNotes(notes), [notes]);
  const resolveLink = useCallback(
    (href: string) =>
      filenames.split('\n').includes(href) ? `/portal/${token}?file=${encodeURIComponent(href)}` : undefined,
    [token, filenames],
  );
  const renderFootnoteNote = useCallback((label: string) => <EvidenceNotes notes={ofFootnote(label)} />, [ofFootnote]);
  const renderPlace = useCallback((key: number) => <PlaceNote note={notes[key]} />, [notes]);
  const { body } = readDocument(content);
  if (body.trim() === '') return <p className="text-muted">{readingTexts.page.empty}</p>;
  return (
    <article ref={article} aria-label={readingTexts.page.article}>
      <Markdown
        text={body}
        places={places}
        renderPlace={renderPlace}
        renderFootnoteNote={renderFootnoteNote}
        resolveLink={resolveLink}
      />
    </article>
  );
}
