import { latestOfFiles } from './latest-of-files.ts';

/** A version, as far as its place in the order depends on it. */
interface Listed {
  filename: string;
  version: number;
  taskId: string | null;
}

/** Returns the latest version of each file, in the order of the engagement's tasks, then by name. */
export function orderFiles<D extends Listed>(listed: readonly D[], tasks: readonly { id: string }[]): readonly D[] {
  const order = tasks.map(({ id }) => id);
  const rankOf = ({ taskId }: D) => order.indexOf(taskId ?? '');
  return latestOfFiles(listed).sort(
    (one, other) => rankOf(one) - rankOf(other) || one.filename.localeCompare(other.filename),
  );
}
