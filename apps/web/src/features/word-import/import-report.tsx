import type { ImportWarning } from '@ecp/contract/reach/exports';
import type { Comment } from '@ecp/contract/work/comments';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { wordTexts } from '../../texts/en/documents/word.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { DialogActions } from '../../ui/dialogs/dialog.tsx';
import type { WordImport } from './use-word-import.ts';

const texts = wordTexts.report;
const titleStyle = 'font-medium';
const listStyle = 'mt-2 flex flex-col divide-y rounded-lg border';
const itemStyle = 'flex flex-col gap-1 px-3 py-2';
const wordsStyle = 'wrap-anywhere line-clamp-4 border-s-2 ps-3 text-sm';

interface ImportReportProps {
  engagementId: string;
  filename: string;
  result: WordImport;
  onClose: () => void;
}

/** Tells what came of a Word file: the version, its comments, and what was not taken as it was (WRD-11). */
export function ImportReport({ engagementId, filename, result, onClose }: ImportReportProps) {
  const { version, before, comments, warnings } = result;
  const isWritten = version > before;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className="flex flex-col gap-5">
        <h3 ref={heading} tabIndex={-1} className={`${titleStyle} outline-none`}>
          {isWritten ? texts.written(version) : texts.commentsAlone(version)}
        </h3>
        {comments.length > 0 && <NewComments comments={comments} />}
        {warnings.length > 0 ? <Warnings warnings={warnings} /> : <p className="text-muted">{texts.clean}</p>}
      </div>
      <DialogActions>
        {isWritten && (
          <Link
            to="/engagements/$engagementId/deliverables/$filename/compare"
            params={{ engagementId, filename }}
            search={{ from: String(before), to: String(version) }}
            className={buttonStyle()}
          >
            {texts.compare}
          </Link>
        )}
        <Button kind="primary" onClick={onClose}>
          {texts.done}
        </Button>
      </DialogActions>
    </>
  );
}

function NewComments({ comments }: { comments: readonly Comment[] }) {
  return (
    <section>
      <h4 className={titleStyle}>{texts.comments(comments.length)}</h4>
      <ul className={listStyle}>
        {comments.map(({ id, body, quote }) => (
          <li key={id} className={itemStyle}>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {body}
            </p>
            {quote !== null && (
              <blockquote dir="auto" className={`${wordsStyle} text-muted`}>
                {quote}
              </blockquote>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Warnings({ warnings }: { warnings: readonly ImportWarning[] }) {
  return (
    <section>
      <h4 className={titleStyle}>{texts.warnings(warnings.length)}</h4>
      <ul className={listStyle}>
        {[...warnings.entries()].map(([at, { kind, place, text }]) => (
          <li key={at} className={itemStyle}>
            <p>{wordTexts.warnings[kind]}</p>
            {text !== '' && (
              <blockquote dir="auto" className={wordsStyle}>
                {text}
              </blockquote>
            )}
            {place !== '' && (
              <p dir="auto" className="wrap-anywhere text-muted text-sm">
                {texts.under(place)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
