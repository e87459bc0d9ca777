import { gridLimits } from '@ecp/contract/values/limits';
import type { Attachment } from '@ecp/contract/work/attachments';
import type { GridQuestion } from '@ecp/contract/work/grids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Grid3x3 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { callOnce } from '../../base/api/call-once.ts';
import { api } from '../../base/api/client.ts';
import { overviewQuery } from '../../base/api/engagement-queries.ts';
import { modelsQuery } from '../../base/api/firm-queries.ts';
import { formatUsd } from '../../base/format/format.ts';
import { ForRole } from '../../base/session/for-role.tsx';
import { Button, buttonStyle, linkStyle } from '../../base/ui/buttons.tsx';
import { TextField } from '../../base/ui/fields/fields.tsx';
import { BottomBar, focusFirstProblem } from '../../base/ui/forms.tsx';
import { PartHeader, Section } from '../../base/ui/layout/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { attachmentsQuery } from '../../shared/attachments/upload-queue.ts';
import { FileChoice, sortFiles, withText } from './file-choice.tsx';
import { keepGrid } from './grid-queries.ts';
import {
  addQuestions,
  findQuestionProblems,
  newQuestion,
  type QuestionDraft,
  QuestionFields,
  questionOf,
} from './question-fields.tsx';
import { readQuestions } from './read-questions.ts';
import { gridTexts } from './texts.ts';

const route = getRouteApi('/shell/engagements/$engagementId/grids/new');
const texts = gridTexts.form;

/** The form of a new grid: what is asked, and of which files. */
export function NewGridPage() {
  const { engagementId } = route.useParams();
  const { data, error, isLoadingError, refetch } = useQuery(attachmentsQuery(engagementId));
  return (
    <ForRole needs="member">
      {isLoadingError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={3} className="h-28 w-full" />
      ) : data.length === 0 ? (
        <NoFiles engagementId={engagementId} />
      ) : (
        <NewGrid engagementId={engagementId} files={sortFiles(data)} />
      )}
    </ForRole>
  );
}

function NoFiles({ engagementId }: { engagementId: string }) {
  const toFiles = (
    <Link
      to="/engagements/$engagementId/attachments"
      params={{ engagementId }}
      className={buttonStyle()}
    >
      {gridTexts.empty.toFiles}
    </Link>
  );
  return (
    <EmptyState icon={Grid3x3} title={gridTexts.empty.title} action={toFiles}>
      {gridTexts.empty.noFiles}
    </EmptyState>
  );
}

interface NewGridProps {
  engagementId: string;
  files: readonly Attachment[];
}

function NewGrid({ engagementId, files }: NewGridProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [title, setTitle] = useState('');
  const [drafts, setDrafts] = useState<readonly QuestionDraft[]>(() => [newQuestion()]);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [isTried, setTried] = useState(false);
  const ids =
    chosen ??
    new Set(
      files
        .filter(withText)
        .slice(0, gridLimits.files)
        .map(({ id }) => id),
    );
  const problems = findQuestionProblems(drafts, []);
  const isWrong =
    title.trim() === '' || problems.size > 0 || ids.size === 0 || ids.size > gridLimits.files;
  const create = useMutation({
    meta: { showsError: true },
    mutationFn() {
      const attachmentIds = files.filter(({ id }) => ids.has(id)).map(({ id }) => id);
      const body = {
        id: engagementId,
        title: title.trim(),
        columns: drafts.map(questionOf),
        attachmentIds,
      };
      return callOnce(['createGrid', body], (options) => api.createGrid(body, options));
    },
    onSuccess(grid) {
      keepGrid(queryClient, engagementId, grid);
      void navigate({
        to: '/engagements/$engagementId/grids/$gridId',
        params: { engagementId, gridId: grid.id },
      });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isWrong) focusFirstProblem(form);
    else create.mutate();
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-6">
      <PartHeader title={texts.new} description={gridTexts.description} />
      <div className="max-w-xl">
        <TextField
          label={texts.title}
          placeholder={texts.titlePlaceholder}
          maxLength={gridLimits.title}
          value={title}
          error={isTried && title.trim() === '' ? texts.missingTitle : undefined}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      </div>
      <Section
        title={texts.questions}
        actions={
          <Starts onStart={(added) => setDrafts(addQuestions(drafts, added, gridLimits.columns))} />
        }
      >
        <QuestionFields
          drafts={drafts}
          onChange={setDrafts}
          problems={isTried ? problems : new Map()}
          limit={gridLimits.columns}
        />
      </Section>
      <Section title={texts.files}>
        <FileChoice
          files={files}
          chosen={ids}
          onChange={setChosen}
          limit={gridLimits.files}
          isTried={isTried}
        />
      </Section>
      <Price engagementId={engagementId} />
      <BottomBar
        error={create.error}
        remark={texts.total(ids.size, drafts.length, ids.size * drafts.length)}
        wrong={false}
      >
        <Link
          to="/engagements/$engagementId/grids"
          params={{ engagementId }}
          className={buttonStyle()}
        >
          {gridTexts.edit.cancel}
        </Link>
        <Button type="submit" kind="primary" busy={create.isPending}>
          {texts.submit}
        </Button>
      </BottomBar>
    </form>
  );
}

/**
 * Sets of questions to begin with. They take the place of empty questions and are added to others.
 */
function Starts({ onStart }: { onStart: (questions: readonly GridQuestion[]) => void }) {
  const read = (columns: readonly { value: GridQuestion['type']; line: string }[]) =>
    columns.flatMap(({ value, line }) =>
      readQuestions(line).map((question) => ({ ...question, type: value })),
    );
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span className="text-muted text-sm">{texts.startFrom}</span>
      {Object.entries(gridTexts.starts).map(([key, { label, columns }]) => (
        <Button key={key} size="small" onClick={() => onStart(read(columns))}>
          {label}
        </Button>
      ))}
    </div>
  );
}

/** Says who answers and what pays for it. */
function Price({ engagementId }: { engagementId: string }) {
  const { data: models } = useQuery(modelsQuery);
  const { data: overview } = useQuery(overviewQuery(engagementId));
  if (!models || !overview) return <p className="h-5" />;
  const { budget, spent } = overview.money;
  return (
    <p className="text-muted text-sm">
      {models.connected ? (
        texts.paid(formatUsd(Math.max(0, budget - spent)))
      ) : (
        <>
          {texts.noModel}{' '}
          <Link to="/settings/models" className={linkStyle}>
            {texts.connect}
          </Link>
        </>
      )}
    </p>
  );
}
