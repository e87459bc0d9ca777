import { ChosenFileList } from '../../../domain/attachments/chosen-file-list.tsx';
import { DropZone } from '../../../domain/attachments/drop-zone.tsx';
import type { ChosenFile } from '../../../domain/attachments/upload-queue.ts';
import { engagementFormTexts } from '../../../texts/en/engagement-form.ts';
import { Section } from '../../../ui/layout/section.tsx';

interface ContextFilesProps {
  files: readonly ChosenFile[];
  onChange: (files: ChosenFile[]) => void;
}

/** Selects files for an engagement that does not exist yet. They are uploaded as soon as it does. */
export function ContextFiles({ files, onChange }: ContextFilesProps) {
  return (
    <Section title={engagementFormTexts.files.title} description={engagementFormTexts.files.description}>
      <div className="flex flex-col gap-3">
        <DropZone onFiles={(dropped) => onChange([...files, ...dropped])} />
        <ChosenFileList drafts={files} onRemove={(file) => onChange(files.filter((other) => other !== file))} />
      </div>
    </Section>
  );
}
