import type { ImportResult, ImportWarning } from '@ecp/contract/reach/exports';
import type { Comment } from '@ecp/contract/work/comments';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callOnce } from '../../base/api/call-once.ts';
import { api } from '../../base/api/client.ts';
import { describeRefusal } from '../../base/api/describe-refusal.ts';
import { refreshDeliverables } from '../../base/api/document-queries.ts';
import { commonTexts } from '../../base/texts/common.ts';
import { ProgressBar } from '../../base/ui/badges.tsx';
import { Button, buttonStyle } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { Dialog, DialogActions } from '../../base/ui/dialogs/dialog.tsx';
import { controlStyle, Field, FormError } from '../../base/ui/fields/fields.tsx';
import { type DroppedFile, usePageDrop } from '../../shared/attachments/files.tsx';
import { wordTexts } from './texts.ts';

const texts = wordTexts;

interface WordImportDialogProps {
  engagementId: string;
  filename: string;
  latest: number;
  onClose: () => void;
}

/** Imports a Word file as the next version of a deliverable, and reports the result. */
export function WordImportDialog({
  engagementId,
  filename,
  latest,
  onClose,
}: WordImportDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const { importing, sentShare } = useWordImport(engagementId, filename, latest);
  const { isPending, data, error, reset } = importing;
  const choose = useCallback(
    (chosen: File | null) => {
      setFile(chosen);
      reset();
    },
    [reset],
  );
  const take = useCallback(
    ([dropped]: DroppedFile[]) => {
      if (dropped && !isPending && !data) choose(dropped.file);
    },
    [choose, isPending, data],
  );
  const isOver = usePageDrop(take);
  const close = () => {
    if (!isPending) onClose();
  };
  if (data) {
    return (
      <Dialog open onClose={onClose} title={texts.title}>
        <ImportReport
          engagementId={engagementId}
          filename={filename}
          result={data}
          onClose={onClose}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={close}
      title={texts.title}
      description={texts.description}
      sticky={isPending}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (file) importing.mutate(file);
        }}
      >
        <div className="flex flex-col gap-4">
          <WordFileField file={file} isOver={isOver} disabled={isPending} onChoose={choose} />
          {isPending && <Progress sentShare={sentShare} />}
          <ImportTrouble error={error} />
        </div>
        <DialogActions>
          <Button onClick={close} disabled={isPending}>
            {commonTexts.cancel}
          </Button>
          <Button type="submit" kind="primary" busy={isPending} disabled={file === null}>
            {texts.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Progress({ sentShare }: { sentShare: number }) {
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar label={texts.progress} value={sentShare} />
      <p role="status" className="text-muted text-sm">
        {sentShare < 1 ? texts.sending : texts.reading}
      </p>
    </div>
  );
}

const fileStyle =
  'file:mr-3 file:h-8 file:cursor-pointer file:rounded-lg file:border file:border-line file:border-solid file:bg-surface file:px-3 file:font-medium file:text-ink hover:file:bg-hover';

interface WordFileFieldProps {
  file: File | null;
  isOver: boolean;
  disabled: boolean;
  onChoose: (file: File | null) => void;
}

function WordFileField({ file, isOver, disabled, onChoose }: WordFileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!input.current || !file || input.current.files?.[0] === file) return;
    const held = new DataTransfer();
    held.items.add(file);
    input.current.files = held.files;
  }, [file]);
  const error = file && !/\.docx$/i.test(file.name) ? wordTexts.wrongType : undefined;
  return (
    <Field label={wordTexts.file} hint={wordTexts.fileHint} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          ref={input}
          type="file"
          disabled={disabled}
          accept=".docx"
          onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0] ?? null)}
          className={classNames(
            controlStyle,
            fileStyle,
            'border-dashed py-5',
            isOver && 'bg-accent-soft',
          )}
        />
      )}
    </Field>
  );
}

const reportTexts = wordTexts.report;
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

/** Tells what came of a Word file: the version, its comments, and what was not taken as it was. */
function ImportReport({ engagementId, filename, result, onClose }: ImportReportProps) {
  const { version, before, comments, warnings } = result;
  const isWritten = version > before;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className="flex flex-col gap-5">
        <h3 ref={heading} tabIndex={-1} className={`${titleStyle} outline-none`}>
          {isWritten ? reportTexts.written(version) : reportTexts.commentsAlone(version)}
        </h3>
        {comments.length > 0 && <NewComments comments={comments} />}
        {warnings.length > 0 ? (
          <Warnings warnings={warnings} />
        ) : (
          <p className="text-muted">{reportTexts.clean}</p>
        )}
      </div>
      <DialogActions>
        {isWritten && (
          <Link
            to="/engagements/$engagementId/deliverables/$filename/compare"
            params={{ engagementId, filename }}
            search={{ from: String(before), to: String(version) }}
            className={buttonStyle()}
          >
            {reportTexts.compare}
          </Link>
        )}
        <Button kind="primary" onClick={onClose}>
          {reportTexts.done}
        </Button>
      </DialogActions>
    </>
  );
}

function NewComments({ comments }: { comments: readonly Comment[] }) {
  return (
    <section>
      <h4 className={titleStyle}>{reportTexts.comments(comments.length)}</h4>
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
      <h4 className={titleStyle}>{reportTexts.warnings(warnings.length)}</h4>
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
                {reportTexts.under(place)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Tells why a Word file was not taken, and what to do about it; renders nothing without an error.
 */
function ImportTrouble({ error }: { error: Error | null }) {
  const told = explainRefusal(error);
  if (!told) return <FormError error={error} />;
  return (
    <div role="alert" className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
      <p className="font-medium">{told.title}</p>
      <p className="text-sm">{told.advice}</p>
    </div>
  );
}

function explainRefusal(error: Error | null): { title: string; advice: string } | null {
  if (isApiError(error, 'nothing_changed')) return wordTexts.troubles.unchanged;
  if (isApiError(error, 'file_too_large')) return wordTexts.troubles.tooLarge;
  if (isApiError(error, 'word_file_refused'))
    return { title: describeRefusal(error), advice: wordTexts.troubles.refused };
  return null;
}

/** The service opens the file in its sandbox, which has a queue. */
const timeoutMs = 5 * 60_000;

/** The result of an import, and the version that was the latest before. */
interface WordImport extends ImportResult {
  before: number;
}

/**
 * Sends a Word file that becomes the next version. A file is not imported twice if a response is
 * lost.
 */
function useWordImport(engagementId: string, filename: string, latest: number) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [sentShare, setSentShare] = useState(0);
  const importing = useMutation({
    meta: { showsError: true },
    async mutationFn(file: File): Promise<WordImport> {
      setSentShare(0);
      const what = ['word', engagementId, filename, file.name, file.size, file.lastModified];
      const result = await callOnce(what, (options) =>
        api.importDeliverable(
          { id: engagementId, filename, file },
          {
            ...options,
            timeoutMs,
            onProgress: ({ sentBytes, totalBytes }) =>
              setSentShare(totalBytes === 0 ? 0 : sentBytes / totalBytes),
          },
        ),
      );
      return { ...result, before: latest };
    },
    async onSuccess({ version, before }) {
      await refreshDeliverables(queryClient, engagementId);
      if (version <= before) return;
      const [params, search] = [{ engagementId, filename }, { version: String(version) }];
      await navigate({ to: '/engagements/$engagementId/deliverables/$filename', params, search });
    },
  });
  return { importing, sentShare };
}
