import { extensionOf } from '@ecp/contract/work/attachment-types';
import { useMutation } from '@tanstack/react-query';
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
import { useEffect, useState } from 'react';
import { api } from '../../base/api/client.ts';

/**
 * Takes files that are dropped anywhere on the page. Returns true while files are dragged over it.
 */
export function usePageDrop(onFiles: (files: DroppedFile[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const hold = (event: DragEvent) => {
      // A part of the page that takes files itself has prevented the default.
      if (event.defaultPrevented) return setIsOver(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    };
    // `relatedTarget` is set when the pointer only moves between elements of the page.
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setIsOver(false);
    const drop = (event: DragEvent) => {
      setIsOver(false);
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      onFiles(readDropped(event.dataTransfer));
    };
    document.addEventListener('dragover', hold);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', hold);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [onFiles]);
  return isOver;
}

/** A dropped item. A folder arrives as a file that cannot be read. */
export interface DroppedFile {
  file: File;
  isFolder: boolean;
}

function readDropped({ items }: DataTransfer): DroppedFile[] {
  return [...items].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    return file ? [{ file, isFolder: item.webkitGetAsEntry()?.isDirectory ?? false }] : [];
  });
}

const kinds: readonly (readonly [LucideIcon, readonly string[]])[] = [
  [FileSpreadsheet, ['.xlsx', '.xls', '.ods', '.csv']],
  [Presentation, ['.pptx', '.ppt', '.odp']],
  [FileImage, ['.png', '.jpg', '.jpeg', '.svg']],
  [FileArchive, ['.zip']],
  [FileCode, ['.json', '.yaml', '.yml', '.html', '.htm']],
];

export function FileIcon({ name, isPage = false }: { name: string; isPage?: boolean }) {
  const extension = extensionOf(name);
  const Icon = isPage
    ? Globe
    : (kinds.find(([, extensions]) => extensions.includes(extension))?.[0] ?? FileText);
  return (
    <span
      aria-hidden
      className="flex size-9 shrink-0 items-center justify-center rounded-lg bg-sunken text-muted"
    >
      <Icon className="size-4.5" />
    </span>
  );
}

/** Downloads an attachment through a new signed link. */
export function useDownload(engagementId: string) {
  return useMutation({
    async mutationFn(attachmentId: string) {
      const { downloadUrl } = await api.getAttachment({ id: engagementId, attachmentId });
      // Uses the origin of this page, because the service may have several host names.
      const { pathname } = new URL(downloadUrl);
      const link = document.createElement('a');
      link.href = pathname;
      link.download = '';
      link.click();
    },
  });
}
