import { useEffect, useState } from 'react';

/** Takes files that are dropped anywhere on the page. Returns true while files are dragged over it. */
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
