import { type RefObject, useCallback } from 'react';
import { Markdown } from '../../domain/markdown/markdown.tsx';
import { readDocument } from '../../domain/markdown/read-document.ts';
import { readingTexts } from '../../texts/en/reading.ts';

interface DocumentTextProps {
  token: string;
  content: string;
  /** Filenames of all shared documents, joined by line breaks. A text may link to the others by filename. */
  filenames: string;
  article: RefObject<HTMLElement | null>;
}

/** Renders the text of a shared document without its title. */
export function DocumentText({ token, content, filenames, article }: DocumentTextProps) {
  const resolveLink = useCallback(
    (href: string) =>
      filenames.split('\n').includes(href) ? `/portal/${token}?file=${encodeURIComponent(href)}` : undefined,
    [token, filenames],
  );
  const { body } = readDocument(content);
  if (body.trim() === '') return <p className="text-muted">{readingTexts.page.empty}</p>;
  return (
    <article ref={article} aria-label={readingTexts.page.article}>
      <Markdown text={body} resolveLink={resolveLink} />
    </article>
  );
}
