import { type RefObject, useEffect, useMemo, useState } from 'react';
import { type DocumentWords, readDocumentWords, renderDocument } from './document-words.ts';

/**
 * Reads the words of an article, and reads them again when its elements change, as footnotes do once their citations
 * have loaded. Returns null until then.
 * @param markdown the whole text of the version, of which the article shows a part
 * @param isSettled whether the elements of the article are no longer about to be replaced
 */
export function useDocumentWords(
  article: RefObject<HTMLElement | null>,
  markdown: string,
  isSettled = true,
): DocumentWords | null {
  const rendered = useMemo(() => renderDocument(markdown), [markdown]);
  const [words, setWords] = useState<DocumentWords | null>(null);
  useEffect(() => {
    const element = article.current;
    if (!element || !isSettled) return;
    let frame = 0;
    const read = () => setWords(readDocumentWords(element, rendered));
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(read);
    });
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    read();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [article, rendered, isSettled]);
  return words;
}
