import { type RefObject, useCallback } from 'react';
import { readingTexts } from '../../texts/en/reading.ts';
import { Markdown } from '../../domain/markdown/markdown.tsx';
import { readDocument } from '../../domain/markdown/read-document.ts';

interface DocumentTextProps {
  token: string;
  content: string;
  /** What is shared, joined by line breaks: a text may link to its neighbours by name. */
  filenames: string;
  article: RefObject<HTMLElement | null>;
}

/** The text of a shared document, below its title. */
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
