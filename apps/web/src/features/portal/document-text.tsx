import { Markdown } from '../reading/markdown.tsx';
import { documentBody } from './document-body.ts';
import type { SharedDocument } from './portal-client.ts';

/** The text of a shared document, below its title. */
export function DocumentText({ document: { content } }: { document: SharedDocument }) {
  return <Markdown text={documentBody(content)} className="!max-w-[72ch]" />;
}
