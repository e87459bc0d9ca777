import type { NumberStyle } from '@ecp/language/number-style';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '../base/api/client.ts';
import { deliverableListQuery, titleOf } from '../base/api/document-queries.ts';
import { engagementQuery } from '../base/api/engagement-queries.ts';
import { DialogForm } from '../base/ui/dialogs/form-dialogs.tsx';
import { SelectField } from '../base/ui/fields/select.tsx';
import { dataTexts } from '../shared/data/texts.ts';

const texts = dataTexts.insertion;
export type InsertedForm = 'chart' | 'table';

interface InsertFormProps {
  engagementId: string;
  /** The forms in which it can be inserted, the proposed one first. */
  forms: readonly InsertedForm[];
  /** Returns the block of a form, with numbers in a style. */
  write: (form: InsertedForm, style: NumberStyle) => Promise<string>;
  /** Says what is inserted, and where. */
  hint: ReactNode;
  onClose: () => void;
}

/** Chooses a document, puts a block at the end of one's draft of it, and opens the draft. */
export function InsertForm({ engagementId, forms, write, hint, onClose }: InsertFormProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: versions = [] } = useQuery(deliverableListQuery(engagementId));
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const filenames = [...new Set(versions.map(({ filename }) => filename))].filter(
    (name) => !name.startsWith('_'),
  );
  const [chosen, setChosen] = useState<string>();
  const [form, setForm] = useState<InsertedForm>(forms[0] ?? 'table');
  const filename = chosen ?? filenames[0];
  const insert = useMutation({
    meta: { showsError: true },
    async mutationFn(name: string) {
      const file = { id: engagementId, filename: name };
      const [{ draft }, latest, { readNumberStyle }] = await Promise.all([
        api.getDraft(file),
        api.getDeliverable(file),
        import('@ecp/language/number-style'),
      ]);
      const { content, baseVersion } = draft ?? {
        content: latest.content,
        baseVersion: latest.version,
      };
      const block = await write(form, readNumberStyle(content));
      await api.saveDraft({ ...file, content: insertBlock(content, block), baseVersion });
    },
    async onSuccess(_, name) {
      await queryClient.invalidateQueries({ queryKey: ['deliverables', engagementId] });
      void navigate({
        to: '/engagements/$engagementId/deliverables/$filename/edit',
        params: { engagementId, filename: name },
      });
    },
  });
  if (filename === undefined) return <p className="text-muted">{texts.none}</p>;
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        insert.mutate(filename);
      }}
      onCancel={onClose}
      submitLabel={texts.submit}
      action={insert}
    >
      <SelectField
        label={texts.document}
        value={filename}
        options={filenames.map((name) => ({ value: name, label: titleOf(name, engagement) }))}
        onChange={setChosen}
      />
      {forms.length > 1 && (
        <SelectField
          label={texts.form}
          value={form}
          options={forms.map((one) => ({ value: one, label: texts.forms[one] }))}
          onChange={setForm}
        />
      )}
      <p className="text-muted text-sm">{hint}</p>
    </DialogForm>
  );
}

/** Puts a block at the end of a document, before the definitions of its footnotes. */
export function insertBlock(document: string, block: string): string {
  const lines = document.trimEnd().split('\n');
  let end = lines.length;
  while (end > 0 && /^(\[\^[^\]]+\]:.*|\s*)$/.test(lines[end - 1] ?? '')) end -= 1;
  const [text, notes] = [lines.slice(0, end), lines.slice(end)].map((part) =>
    part.join('\n').trim(),
  );
  return `${[text, block, notes].filter(Boolean).join('\n\n')}\n`;
}
