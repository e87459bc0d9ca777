import { gridLimits } from '@ecp/contract/values/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../base/api/client.ts';
import { commonTexts } from '../../base/texts/common.ts';
import { Dialog } from '../../base/ui/dialogs/dialog.tsx';
import { ConfirmDialog, DialogForm } from '../../base/ui/dialogs/form-dialogs.tsx';
import { TextField } from '../../base/ui/fields/fields.tsx';
import { readForm } from '../../base/ui/forms.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { attachmentsQuery } from '../../shared/attachments/upload-queue.ts';
import type { Grid } from './cells.ts';
import { FileChoice, sortFiles, withText } from './file-choice.tsx';
import { gridQuery, gridsQuery, keepGrid } from './grid-queries.ts';
import {
  findQuestionProblems,
  newQuestion,
  type QuestionDraft,
  QuestionFields,
  questionOf,
} from './question-fields.tsx';
import { gridTexts } from './texts.ts';

interface GridDialogProps {
  engagementId: string;
  grid: Grid;
  onClose: () => void;
}

/** Adds questions, which each file is asked. What is answered already stays as it is. */
export function AddQuestionsDialog({ engagementId, grid, onClose }: GridDialogProps) {
  const queryClient = useQueryClient();
  const [drafts, setDrafts] = useState<readonly QuestionDraft[]>(() => [newQuestion()]);
  const [isTried, setTried] = useState(false);
  const taken = grid.columns.map(({ name }) => name);
  const problems = findQuestionProblems(drafts, taken);
  const add = useMutation({
    meta: { showsError: true },
    async mutationFn(asked: readonly QuestionDraft[]) {
      for (const draft of asked) {
        const latest = await api.addGridColumn({
          id: engagementId,
          gridId: grid.id,
          ...questionOf(draft),
        });
        // What was added stays added if a later one is refused.
        setDrafts((before) => before.filter(({ key }) => key !== draft.key));
        keepGrid(queryClient, engagementId, latest);
      }
      return asked.length;
    },
    onSuccess(count) {
      showDoneToast(gridTexts.added.columns(count));
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={gridTexts.actions.addColumn} wide>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (problems.size === 0) add.mutate(drafts);
        }}
        onCancel={onClose}
        submitLabel={gridTexts.form.submit}
        action={add}
      >
        <QuestionFields
          drafts={drafts}
          onChange={setDrafts}
          problems={isTried ? problems : new Map()}
          limit={gridLimits.columns - grid.columns.length}
        />
      </DialogForm>
    </Dialog>
  );
}

/** Adds files, which are asked each question. */
export function AddFilesDialog({ engagementId, grid, onClose }: GridDialogProps) {
  const queryClient = useQueryClient();
  const { data = [] } = useQuery(attachmentsQuery(engagementId));
  const known = new Set(grid.rows.map(({ attachmentId }) => attachmentId));
  const others = sortFiles(data.filter(({ id }) => !known.has(id)));
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const ids = chosen ?? new Set(others.filter(withText).map(({ id }) => id));
  const [isTried, setTried] = useState(false);
  const add = useMutation({
    meta: { showsError: true },
    mutationFn: (attachmentIds: string[]) =>
      api.addGridFiles({ id: engagementId, gridId: grid.id, attachmentIds }),
    onSuccess(next, { length }) {
      keepGrid(queryClient, engagementId, next);
      showDoneToast(gridTexts.added.files(length));
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={gridTexts.actions.addFiles} wide>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (ids.size > 0 && grid.rows.length + ids.size <= gridLimits.files)
            add.mutate(others.filter(({ id }) => ids.has(id)).map(({ id }) => id));
        }}
        onCancel={onClose}
        submitLabel={gridTexts.form.submit}
        action={add}
      >
        {others.length === 0 ? (
          <p className="text-muted">{gridTexts.form.nothingLeft}</p>
        ) : (
          <FileChoice
            files={others}
            chosen={ids}
            onChange={setChosen}
            limit={gridLimits.files - grid.rows.length}
            isTried={isTried}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}

export function RenameDialog({ engagementId, grid, onClose }: GridDialogProps) {
  const queryClient = useQueryClient();
  const rename = useMutation({
    meta: { showsError: true },
    mutationFn: (title: string) => api.renameGrid({ id: engagementId, gridId: grid.id, title }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ['grids', engagementId] });
      onClose();
    },
  });
  const { title, label, submit } = gridTexts.rename;
  return (
    <Dialog open onClose={onClose} title={title}>
      <DialogForm
        onSubmit={(event) => rename.mutate(readForm(event, 'title').title)}
        onCancel={onClose}
        submitLabel={submit}
        action={rename}
      >
        <TextField
          label={label}
          name="title"
          required
          maxLength={gridLimits.title}
          defaultValue={grid.title}
        />
      </DialogForm>
    </Dialog>
  );
}

export function DeleteGridDialog({ engagementId, grid, onClose }: GridDialogProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const deletion = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.deleteGrid({ id: engagementId, gridId: grid.id }),
    async onSuccess() {
      showDoneToast(gridTexts.remove.done);
      const { queryKey } = gridsQuery(engagementId);
      queryClient.setQueryData(queryKey, (known) => known?.filter(({ id }) => id !== grid.id));
      await navigate({ to: '/engagements/$engagementId/grids', params: { engagementId } });
      queryClient.removeQueries({ queryKey: gridQuery(engagementId, grid.id).queryKey });
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={gridTexts.remove.title(grid.title)}
      confirmLabel={commonTexts.delete}
      onConfirm={() => deletion.mutate()}
      action={deletion}
    >
      {gridTexts.remove.advice}
    </ConfirmDialog>
  );
}
