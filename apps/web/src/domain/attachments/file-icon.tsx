import { extensionOf } from '@ecp/contract/work/attachment-types';
import {
  FileArchive,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  Globe,
  type LucideIcon,
  Presentation,
} from 'lucide-react';

const kinds: readonly (readonly [LucideIcon, readonly string[]])[] = [
  [FileSpreadsheet, ['.xlsx', '.xls', '.ods', '.csv']],
  [Presentation, ['.pptx', '.ppt', '.odp']],
  [FileImage, ['.png', '.jpg', '.jpeg', '.svg']],
  [FileArchive, ['.zip']],
  [FileCode, ['.json', '.yaml', '.yml', '.html', '.htm']],
];

/** An icon for the type of a file, or for a web page. */
export function FileIcon({ name, isPage = false }: { name: string; isPage?: boolean }) {
  const extension = extensionOf(name);
  const Icon = isPage ? Globe : (kinds.find(([, extensions]) => extensions.includes(extension))?.[0] ?? FileText);
  return (
    <span aria-hidden className="flex size-9 shrink-0 items-center justify-center rounded-lg bg-sunken text-muted">
      <Icon className="size-4.5" />
    </span>
  );
}
