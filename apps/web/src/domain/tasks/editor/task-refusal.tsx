import { isApiError } from '@ecp/sdk/create-client';
import { FormError } from '../../../ui/fields/form-error.tsx';

/** Why the service refused tasks, said beside them (ENG-9, ENG-10, ENG-11); nothing for a refusal of something else. */
export function TaskRefusal({ error }: { error: unknown }) {
  const concernsTasks =
    isApiError(error, 'unknown_agent', 'task_cycle', 'unknown_dependency', 'duplicate_task') ||
    (isApiError(error) && error.details.some(({ path }) => path.startsWith('/tasks')));
  return concernsTasks ? (
    <div className="mb-4">
      <FormError error={error} />
    </div>
  ) : null;
}
